// Takes long: it does what the pages of the documentation say, with the servers and commands that they start.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { follow } from '../support/documentation/documented.ts';
import { pages as documents, textOf } from '../support/documentation/documents.ts';

/** What a reader of a page must have seen printed. The pages share a server and a shell, in this order. */
const pages: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  'README.md': {
    'without a token nobody reads a book': /HTTP\/1\.1 401 Unauthorized[\s\S]*"code":10000/,
    'the sample book is read': /"title":"山海经"/,
    'the new book is read back': /"title":"Walden"/,
    'the log lists the new book': /"request":|"message":"[^"]*root/,
    'an article is listed': /"items":\[\{"id":\d+,"title":"Hello","slug":"hello"/,
    'a misspelt field is named': /"code":10030,"message":"[^"]*titel/,
  },
  'docs/reference/api.md': {
    'a list is filtered': /"items":\[\{"id":\d+,"title":"Hello","price":"19.90"\}\]/,
    'words are found in any case': /"title":"Bread in an hour"/,
    'a misspelt filter is named': /"message":"[^"]*filter\.titel/,
    'rows are added up': /"group":\{"status":"draft"\},"count":\d+,"sum":/,
    'a deleted row is not found': /"code":10022/,
    'the second of two editors is refused': /"code":2,[\s\S]*"code":10062/,
    'a write answers the row where it is preferred': /"title":"Shown at once"/,
    'a dry run answers the row that would be': /"dry_run":true,"row":\{"title":"Only tried"/,
    'an unchanged row is not sent again': /\n304\n/,
    'a bulk request names its problems': /"index":0,[^}]*"fields":\{"title":\{"code":/,
    'an upsert creates and changes': /"code":1,[^\n]*\n[^\n]*"code":2,|"code":2,/,
    'a repeated request is replayed': /idempotency-replayed: true/i,
  },
  'docs/reference/neutral-api.md': {
    'a failure is a problem':
      /401 Unauthorized[\s\S]*www-authenticate: Bearer[\s\S]*"type":"urn:quire:error:authenticationFailed"/i,
    'it points at the field': /"status":422,[^\n]*"errors":\[\{"pointer":"#\/title","code":"empty"/,
    'a creation answers the record':
      /201 Created[\s\S]*location: \/api\/v1\/article\/\d+[\s\S]*"title":"Neutral"/i,
    'a change answers it too': /"title":"Neutral"[^\n]*"reading_minutes":4/,
    'an old ETag is refused': /"type":"urn:quire:error:changedMeanwhile"/,
    'a deletion answers nothing': /\n204\n/,
  },
  'docs/reference/interfaces.md': {
    'a definition is data': /"name":"article","label":"Article","path":"\/v1\/article"/,
    'the routes of the caller are listed': /"method":"GET","path":"\/cms\/admin\/users"/,
    'a view is saved': /"name":"Cheap ones"/,
    'uses are told': /"items":\[\]/,
  },
  'docs/guides/access.md': {
    'rows tell what the caller may do': /"can":\{/,
    'the user is registered': /"error_code":11,/,
    'the log is refused without a permission': /"error_code":10000,/,
    'the permission is granted': /"error_code":9,/,
    'the permission is taken back': /"error_code":10,/,
    'the article is deleted': /"code":3,[^}]*"request":"DELETE \/v1\/article\/\d+"/,
    'a refusal is explained': /"missing":\[\{"key":"log.list"/,
    'holders are listed': /"strangers":"none"/,
    'a refusal is told by its id': /"failure":"permissionMissing"[^\n]*"username":"mei"/,
    'a preview tells who gains and loses': /"gaining":0,"losing":1,/,
    'an impersonation only reads': /"code":10266/,
  },
  'docs/guides/delegation.md': {
    'nobody approves their own request': /"error_code":10282/,
    'a delegate finds the member': /\nkai\n/,
    'and makes nobody a guest': /"error_code":10280/,
    'a membership has an end and a reason': /"until":\d+,"reason":"Stands in for Ann","is_over":false/,
  },
  'docs/guides/api-keys.md': {
    'the key lets its program in': /"username":"ticketing"/,
    'and is named in the log': /service user ticketing by key 'nightly import'/,
    'a narrow key is refused': /"message":"This API key may not do this: it only reads"/,
    'what it leaves out as well': /"message":"This API key may not do this: it is for other records"/,
    'both keys hold during the overlap': /\n200\n200\n/,
    'a revoked key is refused': /"error_code":10040/,
    'the last use is listed': /"used_network":"127\.0\.0\.1"/,
  },
  'docs/guides/change-sets.md': {
    'the difference is shown': /"title":\{"from":"To be improved","to":"Improved"\}/,
    'the set is applied': /of drafter, approved by root, applied: Better titles[\s\S]*"title":"Improved"/,
    'a changed row stops it': /"index":0,[^}]*"fields":\{"price":\{[\s\S]*A price changed/,
  },
  'docs/guides/accounts.md': {
    'mail is set up': /"sign_up":"off","mail":true/,
    'the invitation is accepted once': /"error_code":11,[\s\S]*"error_code":10270,/,
    'both resets answer the same': /(\{"error_code":0,"msg":"If the address[^\n]*)\n\1/,
    'the new password is set': /"error_code":4,/,
    'and signs in by address': /signed in: 200/,
  },
  'docs/guides/changes.md': {
    'changes are listed':
      /"event":"created","record":"article"[\s\S]*"event":"updated"[^}]*"fields":\["title"\]/,
    'and told by a stream': /retry: 3000[\s\S]*data: \{"event":"updated","record":"article"/,
  },
  'docs/guides/drafts.md': {
    'a draft is no published row, and shown as one': /"code":10022,[\s\S]*"publication":"draft"/,
    'it is published once it has a title': /"fields":\{"title":\{[\s\S]*"code":2,[\s\S]*"title":"Finally"/,
    'drafts are filtered, and readers see what is published':
      /"title":"Finally, again","publication":"changed"[\s\S]*"items":\[\{"id":1,"title":"Finally"\}\]/,
    'an end is planned, listed and taken back':
      /Post 1 scheduled[\s\S]*"items":\[\{"id":1,"title":"Finally"\}\][\s\S]*Schedule of Post 1 cancelled/,
    'a draft goes back': /"title":"Finally","publication":"published"/,
  },
  'docs/guides/search.md': {
    'the title comes first, with its highlights':
      /"title":"Festival in Łódź"\},[^\n]*"title":"Programme"\}\][^\n]*"found":true/,
    'accents do not matter, and Chinese is found':
      /"title":"Festival in Łódź"\}\][\s\S]*"title":"上海电影节"/,
    'several records are searched': /"record":"report","id":1/,
  },
  'docs/guides/webhooks.md': {
    'a webhook is made, with a secret': /"url":"https:\/\/shop\.example\/hooks"[\s\S]*"state":"active"/,
    'its deliveries are listed, and it is resumed and deleted':
      /"items":\[\][\s\S]*"msg":"Webhook Shop updated"[\s\S]*"msg":"Webhook Shop deleted"/,
  },
  'docs/guides/second-factor.md': {
    'the app is confirmed and brings codes': /"recovery_codes":\["[a-z2-9]{4}-/,
    'the password alone is refused, the code lets in': /"error_code":10300,[\s\S]*"access_token":/,
    'a recovery code works once': /\nsigned in\n[\s\S]*"error_code":10301,/,
    'a page gets a challenge': /"rpId":"localhost"/,
    'the device is remembered and listed': /signed in again\n[\s\S]*"devices":\[\{"id":/,
    'a fresh proof is taken': /"msg":"Proved again who they are/,
    'the factors are removed': /"enabled":true[\s\S]*"error_code":6,[\s\S]*without a factor: 200/,
  },
  'docs/guides/hooks.md': {
    'the second booking is refused': /"code":10064,[^\n]*only 2 seats are left/,
    'the first one is counted': /"film":"Night train","seats":8,"sold":6/,
  },
  'docs/guides/plugins.md': {
    'the hook has filled the field': /"title":"On rivers","words":"They find their way\.","minutes":1/,
  },
  'docs/guides/routes.md': {
    'a voucher is redeemed once': /\{"worth":20\}[\s\S]*"code":10064,[^\n]*redeemed before/,
    'a field that is wrong is named': /"fields":\{"code":/,
  },
  'docs/guides/history.md': {
    'a change is listed with both values': /"First title"[\s\S]*"Second title"/,
    'a deleted row is in the trash': /"delete_time"/,
  },
  'docs/guides/undo.md': {
    'a preview tells what would happen': /"expected":3,"removed":1,"reverted":1,"restored":1,/,
    'the undo tells what it did':
      /"removed":1,"reverted":1,"restored":1,[\s\S]*"record":"article","id":\d+,"outcome":"restored"/,
    'and is taken back': /undid changes: 1 removed, 1 reverted, 1 restored/,
  },
  'docs/guides/import-export.md': {
    'rows are exported': /^id,title,price/m,
    'a bad row is named': /"line":4|"refused":1/,
  },
  'docs/guides/orders-by-hand.md': {
    'the moved chapter comes first': /"title":"Coming home"\},\{"id":\d+,"title":"Setting out"/,
  },
  'docs/guides/trees.md': {
    'a branch is found': /"title":"World"\},\{"id":\d+,"title":"Asia"/,
    'the path to a row is answered':
      /"items":\[\{"id":\d+,"title":"News","parent":null\},\{"id":\d+,"title":"World",/,
    'and what is above a row': /"title":"News"\},\{"id":\d+,"title":"World"/,
    'own code answers what is above and below':
      /"path":\[\{"id":\d+,"title":"News"\}\],"below":\[\{"id":\d+,"title":"Asia"\}\]/,
    'a circle is refused': /"fields":\{"parent":\{"code":"belowItself"/,
  },
  'docs/guides/points.md': {
    'a point comes back as it was sent': /"place":\{"lat":52.5200066,"lon":13.404954\}/,
    'distances are told in their order':
      /"name":"Alex","distances":\{"place":3\}\},\{"id":\d+,"name":"Sanssouci","distances":\{"place":27985\}/,
    'the farthest is first': /"items":\[\{"id":\d+,"name":"Alex"\}\],/,
    'a box holds one': /"items":\[\{"id":\d+,"name":"Louvre"\}\],"total":1/,
    'an order by the point is refused': /"message":"[^"]*place\.distance/,
  },
  'docs/guides/files.md': {
    'the file is stored': /"url":"http[^"]*\.png"/,
    'and served as an image': /\n200 image\/png/,
    'it is described and found by folder and tags': /"alt":\{"en":"A grey dot"\}[\s\S]*"items":\[\{"id"/,
    'a private one is refused without a token': /\n404\n/,
    'and opened by a signed address': /\n404\n200 image\/png/,
  },
  'docs/guides/resumable-uploads.md': {
    'an upload is begun': /\n\/cms\/file\/upload\/\d+\n/,
    'its first bytes are counted': /upload-offset: 40\n/,
    'and the rest': /upload-offset: 70\n/,
    'it is a file': /"received":70,[^\n]*"file":\{"id":\d+/,
  },
};
let printed: ReadonlyMap<string, string>;

before(async () => {
  const names = Object.keys(pages);
  const texts = await follow(names, ['book.ts']);
  printed = new Map(names.map((name, index) => [name, texts[index] ?? '']));
});

describe('the commands of the documentation do what it says:', () => {
  for (const [page, seen] of Object.entries(pages)) {
    for (const [what, pattern] of Object.entries(seen)) {
      it(`${page}: ${what}`, () => assert.match(printed.get(page) ?? '', pattern));
    }
    it(`${page}: nothing fails that should not`, () =>
      assert.doesNotMatch(printed.get(page) ?? '', /(code|error_code)":(9999|10080|10020)/));
  }
});

it('every page with commands is followed', () => {
  const withCommands = documents.filter((page) => /^```sh\n/m.test(textOf(page)));
  const followed = [
    ...Object.keys(pages),
    'docs/guides/tutorial.md',
    'docs/guides/single-sign-on.md',
    'docs/guides/scim.md',
    'docs/guides/languages.md',
  ];
  assert.deepEqual(
    withCommands.filter((page) => !followed.includes(page)),
    [],
  );
});
