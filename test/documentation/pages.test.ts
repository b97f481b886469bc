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
    'the new book is read back': /HTTP 201\n[\s\S]*"title":"Walden"/,
    'the log lists the new book': /"request":|"message":"[^"]*root/,
    'an article is listed': /"items":\[\{"id":\d+,"title":"Hello","slug":"hello"/,
    'a misspelt field is named': /"status":422,"detail":"titel [^\n]*"pointer":"#\/titel"/,
  },
  'docs/reference/api.md': {
    'a failure is a problem, which points at the field':
      /"status":422,[^\n]*"errors":\[\{"pointer":"#\/title","code":"empty"/,
    'one without a token tells how to ask':
      /401 Unauthorized[\s\S]*www-authenticate: Bearer[\s\S]*"type":"urn:quire:error:authenticationFailed"/i,
    'a list is filtered': /"items":\[\{"id":\d+,"title":"Hello","price":"19.90"\}\]/,
    'words are found in any case': /"title":"Bread in an hour"/,
    'a misspelt filter is named': /"status":400,"detail":"filter\.titel [^\n]*"parameter":"filter\.titel"/,
    'records are added up': /"group":\{"status":"draft"\},"count":\d+,"sum":/,
    'a change answers the record': /"title":"A draft",[^\n]*"reading_minutes":3,/,
    'a deletion answers nothing, and the record is not found':
      /\n(HTTP 204\n\s*)+\{"type":"urn:quire:error:recordNotFound"/,
    'the record is left out where that is preferred':
      /201 Created[\s\S]*location: \/api\/v1\/article\/\d+[\s\S]*\n\{"id":\d+\}/i,
    'the second of two editors is refused':
      /"reading_minutes":4,[\s\S]*"type":"urn:quire:error:changedMeanwhile"/,
    'a dry run answers the record that would be': /"dry_run":true,"record":\{"title":"Only tried"/,
    'an unchanged record is not sent again': /HTTP 304\n/,
    'a bulk request names its problems': /"index":0,[^}]*"errors":\[\{"pointer":"#\/title","code":"missing"/,
    'an upsert creates and changes':
      /"title":"Three",[^\n]*\nHTTP 201\n[\s\S]*"title":"Three",[^\n]*"reading_minutes":7,[^\n]*\nHTTP 200\n/,
    'a repeated request is replayed': /idempotency-replayed: true/i,
  },
  'docs/reference/bases.md': {
    'a refused field is named': /"code":10030,[^\n]*"fields":\{"title":\{"code":"empty"/,
    'a write answers the record where it is preferred': /"title":"Plain",[^\n]*"reading_minutes":4,/,
    'a deletion answers a code': /"code":3,[^}]*"request":"DELETE \/v1\/article\/\d+"/,
  },
  'docs/reference/interfaces.md': {
    'a definition is data': /"name":"article","label":"Article","path":"\/v1\/article"/,
    'the routes of the caller are listed': /"method":"GET","path":"\/cms\/admin\/users"/,
    'a view is saved': /"name":"Cheap ones"/,
    'uses are told': /"items":\[\]/,
  },
  'docs/guides/comments.md': {
    'a thread shows its reply': /"field":"title",[^\n]*"text":"It is a greeting\."/,
    'a resolved thread is listed': /"resolved":\{"by":\{"id":1,/,
  },
  'docs/guides/assignments.md': {
    'an assignment is listed': /"note":"Add a picture","due_time":\d+,"overdue":false/,
  },
  'docs/guides/notifications.md': {
    'notifications are listed': /"unread":\d+,"by_mail":false/,
  },
  'docs/guides/access.md': {
    'records tell what the caller may do': /"can":\{/,
    'the user is registered': /\n\{"id":\d+\}\s*HTTP 201\n/,
    'the log is refused without a permission': /"type":"urn:quire:error:permissionMissing"[^\n]*\nHTTP 403\n/,
    'the permission is granted': /HTTP 204\n\s*\{"items":\[[^\n]*Permissions granted to group Editors/,
    'it is taken back, and the article is deleted':
      /HTTP 204\n\s*\{"type":"urn:quire:error:permissionMissing"[^\n]*\nHTTP 403\n\s*HTTP 204\n/,
    'a refusal is explained': /"missing":\[\{"key":"log.list"/,
    'holders are listed': /"strangers":"none"/,
    'a refusal is told by its id': /"failure":"permissionMissing"[^\n]*"username":"mei"/,
    'a preview tells who gains and loses': /"gaining":0,"losing":1,/,
    'an impersonation only reads': /"can":\{"update":false,[\s\S]*"type":"urn:quire:error:onlyImpersonated"/,
  },
  'docs/guides/delegation.md': {
    'nobody approves their own request': /"type":"urn:quire:error:ownRequest"/,
    'a delegate finds the member': /\nkai\n/,
    'and makes nobody a guest': /"type":"urn:quire:error:beyondOwnRights"/,
    'a membership has an end and a reason': /"until":\d+,"reason":"Stands in for Ann","is_over":false/,
  },
  'docs/guides/api-keys.md': {
    'the key lets its program in': /"username":"ticketing"/,
    'and is named in the log': /service user ticketing by key 'nightly import'/,
    'a narrow key is refused': /"type":"urn:quire:error:keyTooNarrow"[^\n]*"detail":"it only reads"/,
    'what it leaves out as well':
      /"type":"urn:quire:error:keyTooNarrow"[^\n]*"detail":"it is for other collections"/,
    'both keys hold during the overlap': /HTTP 201\n(\{[^\n]*"username":"ticketing"[^\n]*\nHTTP 200\s*){2}/,
    'a revoked key is refused': /"type":"urn:quire:error:tokenInvalid"/,
    'the last use is listed': /"used_network":"127\.0\.0\.1"/,
  },
  'docs/guides/quotas.md': {
    'a quota is listed': /"unit":"records","span":"day","most":20000,"holder_id":\d+,"name":"reader"/,
  },
  'docs/guides/change-sets.md': {
    'the set is discussed': /"text":"Is the price right\?"/,
    'the difference is shown': /"title":\{"from":"To be improved","to":"Improved"\}/,
    'the set is applied':
      /"items":\[\{"index":0,"status":200,"id":\d+\},\{"index":1,"status":201,[\s\S]*"title":"Improved"/,
    'a changed record stops it':
      /"index":0,[^}]*"errors":\[\{"pointer":"#\/price","code":"changedSince"[\s\S]*HTTP 204\n\s*HTTP 204\n/,
  },
  'docs/guides/accounts.md': {
    'mail is set up': /"sign_up":"off","mail":true/,
    'the invitation is accepted once': /\{"id":\d+\}\s*HTTP 201\n[\s\S]*"type":"urn:quire:error:linkInvalid"/,
    'both resets answer the same': /HTTP 403\n\s*HTTP 204\n\s*HTTP 204\n/,
    'the new password is set, and signs in by address': /HTTP 204\n\s*\{"access_token":/,
  },
  'docs/guides/changes.md': {
    'changes are listed':
      /"event":"created","collection":"article"[\s\S]*"event":"updated"[^}]*"fields":\["title"\]/,
    'and told by a stream': /retry: 3000[\s\S]*data: \{"event":"updated","collection":"article"/,
  },
  'docs/guides/drafts.md': {
    'a draft is no published record, and shown as one':
      /"type":"urn:quire:error:recordNotFound"[\s\S]*"publication":"draft"/,
    'it is published once it has a title':
      /"pointer":"#\/title","code":"missing"[\s\S]*"title":"Finally",[^\n]*"publication":"published"/,
    'drafts are filtered, and readers see what is published':
      /"title":"Finally, again","publication":"changed"[\s\S]*"items":\[\{"id":1,"title":"Finally"\}\]/,
    'an end is planned, listed and taken back':
      /"unpublish_time":\d+[\s\S]*"items":\[\{"id":1,"title":"Finally"\}\][\s\S]*"unpublish_time":null/,
    'a draft goes back': /"title":"Finally","publication":"published"/,
  },
  'docs/guides/search.md': {
    'the title comes first, with its highlights':
      /"title":"Festival in Łódź"\},[^\n]*"title":"Programme"\}\][^\n]*"found":true/,
    'accents do not matter, and Chinese is found':
      /"title":"Festival in Łódź"\}\][\s\S]*"title":"上海电影节"/,
    'several collections are searched': /"collection":"report","id":1/,
  },
  'docs/guides/webhooks.md': {
    'a webhook is made, with a secret': /"url":"https:\/\/shop\.example\/hooks"[\s\S]*"state":"active"/,
    'its deliveries are listed, and it is resumed and deleted':
      /"items":\[\][^\n]*\nHTTP 200\n\s*HTTP 204\n\s*HTTP 204\n/,
  },
  'docs/guides/second-factor.md': {
    'the app is confirmed and brings codes': /"recovery_codes":\["[a-z2-9]{4}-/,
    'the password alone is refused, the code lets in':
      /"type":"urn:quire:error:secondFactorRequired"[\s\S]*"access_token":/,
    'a recovery code works once':
      /HTTP 200\n\s*\{"type":"urn:quire:error:secondFactorWrong"[^\n]*\nHTTP 401\n/,
    'a page gets a challenge': /"rpId":"localhost"/,
    'the device is remembered and listed': /HTTP 200\n\s*\{"enabled":true,[^\n]*"devices":\[\{"id":/,
    'it is forgotten, and a fresh proof is taken':
      /"devices":\[\{[^\n]*\nHTTP 200\n\s*HTTP 204\n\s*HTTP 204\n/,
    'the factors are removed': /"devices":\[\]\}\s*HTTP 200\n\s*HTTP 204\n\s*\{"access_token":/,
  },
  'docs/guides/hooks.md': {
    'the second booking is refused': /"status":422,[^\n]*"reason":"only 2 seats are left"/,
    'the first one is counted': /"film":"Night train","seats":8,"sold":6/,
    'a hook calculates exactly': /"price":"19\.95","quantity":3,"total":"64\.04"/,
  },
  'docs/guides/plugins.md': {
    'the hook has filled the field': /"title":"On rivers","words":"They find their way\.","minutes":1/,
  },
  'docs/guides/routes.md': {
    'a voucher is redeemed once':
      /\{"worth":20\}[\s\S]*"reason":"This voucher was redeemed before"[^\n]*\nHTTP 422\n/,
    'a field that is wrong is named': /"pointer":"#\/code","code":"tooShort"/,
  },
  'docs/guides/history.md': {
    'a change is listed with both values': /"First title"[\s\S]*"Second title"/,
    'a deleted record is in the trash': /"delete_time"/,
  },
  'docs/guides/undo.md': {
    'a preview tells what would happen': /"expected":3,"removed":1,"reverted":1,"restored":1,/,
    'the undo tells what it did':
      /"removed":1,"reverted":1,"restored":1,[\s\S]*"collection":"article","id":\d+,"outcome":"restored"/,
    'and is taken back': /"id":2,[^\n]*"asked":\{"undo":1\}[^\n]*"removed":1,"reverted":1,"restored":1,/,
  },
  'docs/guides/import-export.md': {
    'records are exported': /^id,title,price/m,
    'a bad record is named': /"line":4|"refused":1/,
  },
  'docs/guides/orders-by-hand.md': {
    'the moved chapter comes first': /"title":"Coming home"\},\{"id":\d+,"title":"Setting out"/,
  },
  'docs/guides/trees.md': {
    'a branch is found': /"title":"World"\},\{"id":\d+,"title":"Asia"/,
    'the path to a record is answered':
      /"items":\[\{"id":\d+,"title":"News","parent":null\},\{"id":\d+,"title":"World",/,
    'and what is above a record': /"title":"News"\},\{"id":\d+,"title":"World"/,
    'own code answers what is above and below':
      /"path":\[\{"id":\d+,"title":"News"\}\],"below":\[\{"id":\d+,"title":"Asia"\}\]/,
    'a circle is refused': /"pointer":"#\/parent","code":"belowItself"/,
  },
  'docs/guides/points.md': {
    'a point comes back as it was sent': /"place":\{"lat":52.5200066,"lon":13.404954\}/,
    'distances are told in their order':
      /"name":"Alex","distances":\{"place":3\}\},\{"id":\d+,"name":"Sanssouci","distances":\{"place":27985\}/,
    'the farthest is first': /"items":\[\{"id":\d+,"name":"Alex"\}\],/,
    'a box holds one': /"items":\[\{"id":\d+,"name":"Louvre"\}\],"total":1/,
    'an order by the point is refused':
      /"parameter":"sort","code":"sortedByDistance","detail":"[^"]*place\.distance/,
  },
  'docs/guides/files.md': {
    'the file is stored': /"url":"http[^"]*\.png"/,
    'and served as an image': /\n200 image\/png/,
    'it is described and found by folder and tags': /"alt":\{"en":"A grey dot"\}[\s\S]*"items":\[\{"id"/,
    'a private one is refused without a token, and opened by a signed address':
      /"type":"urn:quire:error:\w*[nN]otFound"[^\n]*\nHTTP 404\n\s*HTTP 200\n200 image\/png/,
  },
  'docs/guides/resumable-uploads.md': {
    'an upload is begun': /\n\/api\/cms\/file\/upload\/\d+\n/,
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
    'docs/guides/graphql.md',
    'docs/guides/deploying.md', // by the test of the files for deploying
  ];
  assert.deepEqual(
    withCommands.filter((page) => !followed.includes(page)),
    [],
  );
});

it('commands use /api, but for the first requests and those of a standard', () => {
  const addresses = new Map(
    documents.map((page) => [page, textOf(page).match(/\$QUIRE(?!\/api|_)[\w/$]*/g) ?? []]),
  );
  const others = [...addresses].filter(([, found]) => found.length > 0);
  assert.deepEqual(Object.fromEntries(others), {
    'README.md': ['$QUIRE/v1/book/1', '$QUIRE/cms/user/login', '$QUIRE/v1/book/1'],
    'docs/reference/bases.md': ['$QUIRE$1'],
    'docs/guides/resumable-uploads.md': ['$QUIRE$1'],
    'docs/guides/scim.md': ['$QUIRE/scim/v2/$1'],
  });
});
