import { hashOf, type Layout, type LinSource } from './lin-source.ts';

export const ROOT_THERE = 'root-there-1';
export const PASSWORD_THERE = 'ältlich & 9';
const LONG_IMAGE = `https://example.test/${'x'.repeat(60)}.jpg`;
const ZERO = '0000-00-00 00:00:00';

/** Everything that a Lin CMS of some years holds, and that its own tables do not forbid. */
export async function fillAwkwardly(layout: Layout, { fill, run }: LinSource): Promise<void> {
  const hash = hashOf(layout, PASSWORD_THERE);
  await fill(
    'lin_group',
    'id, name, info, level, delete_time',
    [1, 'root', '超级用户组', 1, null],
    [2, 'guest', '游客组', 2, null],
    [3, '编辑', '管图书', 3, null],
    [4, '解散', null, 3, '2021-01-01 00:00:00'],
    [5, '编辑', '重名', 3, null],
    [6, 'taken', null, 3, null],
  );
  await fill(
    'lin_permission',
    'id, name, module, mount',
    [1, '删除图书', '图书', 1],
    [2, '搜索日志', '日志', 1],
    [3, '看戏', '戏院', 1],
    [4, '查询所有日志', '日志', 0],
  );
  await fill(
    'lin_group_permission',
    'id, group_id, permission_id',
    [1, 3, 1],
    [2, 3, 1],
    [3, 3, 3],
    [4, 4, 1],
    [5, 2, 2],
    [6, 77, 1],
    [7, 1, 1],
  );
  await fill(
    'lin_user',
    'id, username, nickname, avatar, email, create_time, update_time, delete_time',
    [1, 'root', 'root', null, null, '2020-01-01 08:00:00', '2020-01-01 08:00:00', null],
    [2, 'mei', '梅', null, 'mei@example.test', '2020-03-01 08:00:00.123', '2021-03-01 08:00:00', null],
    [3, 'gone', null, null, null, '2020-03-01 08:00:00', '2020-03-01 08:00:00', '2021-01-01 00:00:00'],
    [4, 'mei', '另一个', null, null, '2020-03-02 08:00:00', '2020-03-02 08:00:00', null],
    [5, 'Mei', null, null, 'MEI@example.test', '2020-03-02 08:00:00', '2020-03-02 08:00:00', null],
    [6, 'noid', null, null, 'mei@example.test', '2020-03-02 08:00:00', '2020-03-02 08:00:00', null],
    [7, 'bcrypt', null, null, 'no address', '2020-03-02 08:00:00', '2020-03-02 08:00:00', null],
    [8, 'x', null, null, null, '2020-03-02 08:00:00', '2020-03-02 08:00:00', null],
    [9, '表情😀', '😀😀', null, '', ZERO, '2022-05-05 08:00:00', null],
    [10, 'lone', null, '', null, '2020-03-02 08:00:00', '2020-03-02 08:00:00', null],
    [11, 'boss', null, null, null, '2020-03-02 08:00:00', '2020-03-02 08:00:00', null],
    [12, 'renamed', null, null, null, '2020-03-02 08:00:00', '2020-03-02 08:00:00', null],
    [13, 'here', null, null, null, '2020-03-02 08:00:00', '2020-03-02 08:00:00', null],
  );
  const byPassword = 'USERNAME_PASSWORD';
  await fill(
    'lin_user_identity',
    'id, user_id, identity_type, identifier, credential',
    [1, 1, byPassword, 'root', hashOf(layout, ROOT_THERE)],
    [2, 2, byPassword, 'mei', hash],
    [3, 2, 'WEIXIN', 'openid-1', null],
    [4, 2, byPassword, 'mei', hashOf(layout, 'a later one')],
    [5, 5, byPassword, 'Mei', hash],
    [6, 7, byPassword, 'bcrypt', '$2b$10$abcdefghijklmnopqrstuv'],
    [7, 9, byPassword, '表情😀', hash],
    [8, 10, byPassword, 'lone', hash],
    [9, 11, byPassword, 'boss', hash],
    [10, 12, byPassword, 'oldname', hash],
    [11, 99, byPassword, 'nobody', hash],
    [12, 3, byPassword, 'gone', hash],
  );
  await fill(
    'lin_user_group',
    'id, user_id, group_id',
    [1, 1, 1],
    [2, 2, 3],
    [3, 2, 3],
    [4, 2, 4],
    [5, 5, 2],
    [6, 9, 3],
    [7, 11, 1],
    [8, 12, 5],
    [9, 99, 3],
    [10, 3, 3],
  );
  await fill(
    'book',
    'id, title, author, summary, image, create_time, update_time, delete_time',
    [1, '山海经', '佚名', '古书', '', '2019-01-01 00:00:00', '2019-06-01 12:30:00.500', null],
    [2, '删掉的', null, null, null, '2019-01-01 00:00:00', '2019-01-01 00:00:00', '2020-01-01 00:00:00'],
    [3, '图太长', null, null, LONG_IMAGE, '2019-01-01 00:00:00', '2019-01-01 00:00:00', null],
    [4, '空', null, null, null, ZERO, ZERO, null],
    [5, '😀'.repeat(50), null, '第一行\n第二行', null, '2019-01-01 00:00:00', '2019-01-01 00:00:00', null],
  );
  const logs = Array.from({ length: 230 }, (_, index) => [
    index + 1,
    `mei 做了 ${index + 1}`,
    2,
    'mei',
    '2020-05-01 10:00:00',
  ]);
  await fill('lin_log', 'id, message, user_id, username, create_time', ...logs);
  await fill(
    'lin_log',
    'id, message, user_id, username, create_time',
    [900, 'gone 走了', 3, 'gone', '2020-06-01 10:00:00'],
    [901, null, 2, null, ZERO],
  );
  await fill('lin_log', 'id, message, user_id, delete_time', [902, '删掉的', 2, '2021-01-01 00:00:00']);
  await run('create table poem (id int primary key, title varchar(50))');
  await run(`insert into poem values (1, '静夜思'), (2, '登高')`);
  await run('alter table book add column price int default 3');
  if (layout === 'spring') await run('update lin_user set is_deleted = 1 where delete_time is not null');
}
