import { megabytes } from '../megabytes.ts';

/** Parts of sentences: what completes a failure, joins texts, or names people and amounts. */
export const details = {
  signInFirst: '请先登录',
  sentenceAndDetail: ({ sentence, detail }: { sentence: string; detail: string }) => `${sentence}：${detail}`,
  problemList: ({ problems }: { problems: readonly string[] }) => `${problems.join('；')}`,
  fieldProblem: ({ field, problem }: { field: string; problem: string }) => `${field} ${problem}`,
  andMore: ({ more }: { more: number }) => `另外 ${more} 个`,
  names: ({ names }: { names: readonly string[] }) => `${names.join('、')}`,
  recordCount: ({ count }: { count: number }) => `${count} 条`,
  moreRecordsThan: ({ label, max }: { label: string; max: number }) => `${label} 超过 ${max} 条`,
  recordNamed: ({ label, id }: { label: string; id: bigint | number | string }) => `${label} ${id}`,
  recordsReferring: (seen: { label: string; field: string; count: number; id: bigint }) =>
    `${seen.label} ${seen.count} 条（字段 ${seen.field}，如 ${seen.id}）`,
  recordsNotDeletable: ({ label, field, count }: { label: string; field: string; count: number }) =>
    `${label} ${count} 条无权删除（字段 ${field}）`,
  targetGone: ({
    label,
    id,
    field,
    target,
  }: {
    label: string;
    id: bigint | number | string;
    field: string;
    target: bigint | number | string;
  }) => `${label} ${id} 的 ${field} 引用的记录 ${target} 已不存在`,
  someTargetGone: ({ label, id }: { label: string; id: bigint | number | string }) =>
    `${label} ${id} 引用的记录 已不存在`,
  misplaced: ({ label, id }: { label: string; id: bigint | number | string }) =>
    `${label} ${id} 会位于自身之下，或层级过深`,
  valuesTaken: ({
    label,
    id,
    names,
  }: {
    label: string;
    id: bigint | number | string;
    names: readonly string[];
  }) => `${label} ${id} 的 ${names.join('、') || '值'} 已被使用`,
  atMostBytes: ({ max }: { max: number }) => `不能超过 ${megabytes(max)} MB`,
  strangerWrites: ({ most }: { most: number }) => `未登录时每天最多写入 ${most} 次`,
  seenAs: ({ viewer, username }: { viewer: string; username: string }) => `${viewer} 以 ${username} 的身份`,
  readAs: (params: { viewer: string; username: string; method: string; path: string }) =>
    `${params.viewer} 以 ${params.username} 的身份读取 ${params.method} ${params.path}`,
  refusedLine: ({ sender, sentence, reason }: { sender: string; sentence: string; reason: string }) =>
    `${sender} 被拒绝：${sentence}${reason && `（${reason}）`}`,
  andMoreWithinAMinute: ({ line, count }: { line: string; count: number }) =>
    `${line}；一分钟内另有 ${count} 次`,
  otherRefusals: '其他被拒绝的请求',
  loggedWrite: ({ who, what, id }: { who: string; what: string; id: string }) =>
    `${who} ${what} ${id}`.trim(),
  joined: ({ parts }: { parts: readonly string[] }) => `${parts.join('').trim()}`,
  everybody: '所有人',
  signedInUsers: '登录用户',
  holdersOf: ({ permission }: { permission: string }) => `持有“${permission}”的用户`,
  superAdministrators: '超级管理员',
  anyOfThem: ({ rules }: { rules: readonly string[] }) => `${rules.join('，或')}`,
  visibleTo: ({ who }: { who: string }) => `仅${who}可见`,
  visibleInSome: ({ who }: { who: string }) => `仅${who}可见，取决于记录`,
  changeableInSome: ({ who }: { who: string }) => `仅${who}可改，取决于记录`,
  changeableBy: ({ who }: { who: string }) => `仅${who}可改`,
  andAlso: ({ parts }: { parts: readonly string[] }) => parts.join('，'),
  choiceWords: ({ words }: { words: readonly string[] }) => words.join('；'),
  choiceWord: ({ choice, word }: { choice: string; word: string }) => `${choice}：${word}`,
  legacyAbout: ({ reason }: { reason: string }) =>
    `已有的记录可能保留其他值，可按读到的值原样保存：${reason}`,
  helpAnd: ({ help, more }: { help: string; more: string }) => `${help}。${more}`,
  fileIdOf: ({ types }: { types: readonly string[] }) => `文件编号，类型 ${types.join('、')}`,
  fileId: '文件编号',
  notWrittenSo: ({ name, use }: { name: string; use: string }) =>
    `${name} 是其他程序的数据表，其定义不允许 ${use}`,
  unavailableTable: ({ name }: { name: string }) => `${name} 暂不可用；原因已告知运维人员`,
  unavailableTables: '同一数据表的集合暂不可用；原因已告知运维人员',
  adoptAgain: ({ names, words, command }: { names: string; words: string; command: string }) =>
    `${names}：${words}；请运维人员运行 ${command} 并重新启动服务器`,
  databaseAway: '无法连接数据库',
  databaseReplaced: '数据库文件已被移除或替换：请重新启动服务器',
  databaseNoQuorum: '数据库节点未取得集群多数，或尚未与集群同步',
  databaseMoves: '服务器正在切换到数据库集群的另一个节点',
  databaseReadOnly: '数据库不接受写入',
  databaseFull: '数据库空间已满',
  databaseCrowded: '数据库没有可用的连接',
  databaseSlow: '数据库未及时响应',
  diskFull: '磁盘空间已满',
  diskReadOnly: '磁盘不接受写入',
  diskBroken: '磁盘发生故障',
} as const;
