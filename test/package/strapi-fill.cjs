// Starts a Strapi in its folder, fills it through its own services, and tells its token.
const { createStrapi } = require('@strapi/strapi');
const { statSync } = require('node:fs');
const { join } = require('node:path');

const ARTICLES = 60;

async function fill(app) {
  const documents = (type) => app.documents(`api::${type}.${type}`);
  await app.plugin('i18n').service('locales').create({ code: 'de', name: 'German (de)' });
  const role = await app
    .query('plugin::users-permissions.role')
    .create({ data: { name: 'Writers', description: 'They write', type: 'writers' } });
  const user = { password: 'a-long-password', confirmed: true, provider: 'local', role: role.id };
  const accounts = app.plugin('users-permissions').service('user');
  const ann = await accounts.add({ ...user, username: 'ann', email: 'ann@site.example', blocked: false });
  await accounts.add({ ...user, username: 'bob', email: 'bob@site.example', blocked: true });
  const filepath = join(__dirname, 'tree.png');
  const [tree] = await app
    .plugin('upload')
    .service('upload')
    .upload({
      data: { fileInfo: { alternativeText: 'A tree' } },
      files: { filepath, originalFilename: 'tree.png', mimetype: 'image/png', size: statSync(filepath).size },
    });
  const author = { mei: 'Mei', jo: 'Jo' };
  for (const key of Object.keys(author))
    author[key] = (await documents('author').create({ data: { name: author[key] } })).documentId;
  const data = {
    ...{ title: 'First', slug: 'first', notes: 'For us', price: 19.9, isOpen: true, secret: 'a-secret' },
    body: [{ type: 'paragraph', children: [{ type: 'text', text: '<Bold>', bold: true }] }],
    ...{ cover: tree.id, gallery: [tree.id], author: author.jo, owner: ann.id },
    sections: [{ __component: 'shared.quote', title: 'Q', words: 'Said' }],
    seo: [{ title: 'One', image: tree.id }],
  };
  const { documentId } = await documents('article').create({ status: 'published', locale: 'en', data });
  const german = { title: 'Erster', slug: 'erster', isOpen: true, author: author.mei };
  await documents('article').update({ documentId, locale: 'de', data: german });
  await documents('article').update({ documentId, locale: 'en', data: { title: 'First, changed' } });
  for (let number = 2; number <= ARTICLES; number += 1)
    await documents('article').create({
      status: number % 2 === 1 ? 'published' : 'draft',
      locale: 'en',
      data: {
        ...{ title: `Article ${number}`, slug: `article-${number}`, isOpen: false },
        ...{ author: author.mei, related: number === 2 ? [documentId] : [] },
      },
    });
  await documents('home').create({ status: 'published', locale: 'en', data: { motto: 'Ever on' } });
}

async function main() {
  const app = await createStrapi({ appDir: __dirname, distDir: __dirname, serveAdminPanel: false }).load();
  await app.start();
  await fill(app);
  const token = { name: 'move', type: 'full-access', lifespan: null, description: '' };
  console.log(`TOKEN ${(await app.service('admin::api-token').create(token)).accessKey}`);
}

main().catch((error) => {
  console.error(error, JSON.stringify(error.details));
  process.exit(1);
});
