/** What is wrong with input; the keys are codes for programs. */
export const problems = {
  bodyNotAFile: '请求体应为文件内容',
  badUtf8After: ({ size }: { size: number }) => `第 ${size} 字节之后不是有效的 UTF-8`,
  badUtf16: '不是有效的 UTF-16，而文件开头的字节表明它是',
  zoneMissing: '是没有时区的时间；允许：带 Z 或 +08:00 等偏移的时间，或自 1970 年起的毫秒数',
  notAMoment: '必须是 2026-05-17T20:00:00+02:00 这样的时间，或自 1970 年起的毫秒数',
  twoReadings: ({ found }: { found: string }) => `“${found}”有两种读法；请使用小数点，不要给数字分组`,
  quoteNotClosed: '引号没有闭合',
  recordTooLong: ({ max }: { max: number }) => `超过 ${max} 个字符，或引号没有闭合`,
  textAfterQuote: '引号后只能是逗号或换行',
  quoteInsideCell: '引号只能在单元格的开头；其中的引号要写两次',
  notCsv: '不是有效的 CSV',
  emptyFile: '文件是空的，第一行应为字段名',
  columnRepeated: '列名重复',
  wrongNumberOfCells: ({ count, allowed }: { count: number; allowed: number }) =>
    `有 ${count} 列，应为 ${allowed} 列`,
  badJsonCell: '不是有效的 JSON，或嵌套太深',
  notAnArrayFile: '文件应为一个 JSON 数组',
  objectMissing: '逗号之间缺少对象',
  arrayNotClosed: '文件不完整，JSON 数组没有结束',
};

/** In Chinese. */
export const zh = {
  ...problems,
  importMadeByOther: '它是在他人可以冒用该用户身份期间开始的',
  importLabel: '导入',
  importBatchLabel: '导入批次',
  importKey: 'id 或唯一字段：已有的记录会被更新',
  importDryRun: '只检查，不写入',
  importFileName: '文件名，仅供查阅',
  importInto: ({ label }: { label: string }) => `导入${label}：请求体为文件内容`,
  importsOf: ({ label }: { label: string }) => `${label}的导入，最新的在前`,
  importProgress: '一次导入的进度与结果',
  importReport: '一次导入中每一行的结果，每行一个 JSON 对象',
  undoImportOf: ({ label }: { label: string }) => `撤销一次导入：删除它新建的${label}，恢复它更新的${label}`,
  mostRecordsAnHour: ({ max }: { max: number }) => `每小时最多处理 ${max} 行`,
  mostRefusedRecords: ({ max }: { max: number }) => `已有 ${max} 行被拒绝，因此停止`,
  importAccepted: ({ label }: { label: string }) => `已开始导入${label}`,
  importBegun: ({ label, id }: { label: string; id: bigint | string }) => `导入${label}，导入 ${id}`,
  dryRunBegun: ({ label, id }: { label: string; id: bigint | string }) => `检查导入${label}，导入 ${id}`,
  importContinued: ({ label, id, line }: { label: string; id: bigint | string; line: number }) =>
    `继续导入${label}，导入 ${id}，从第 ${line} 行之后`,
  importDone: ({ label, id, counts }: { label: string; id: bigint | string; counts: string }) =>
    `导入${label}完成，导入 ${id}：${counts}`,
  dryRunDone: ({ label, id, counts }: { label: string; id: bigint | string; counts: string }) =>
    `检查导入${label}完成，导入 ${id}：${counts}`,
  bulkLabel: '批量修改',
  changeByFilter: ({ label }: { label: string }) => `修改、删除或发布符合条件的所有${label}`,
  expectedRecords: '应有的记录数；不一致时拒绝',
  bulkAccepted: ({ label }: { label: string }) => `开始批量修改${label}`,
  bulkProgress: '批量修改的进度',
  bulkReport: '批量修改中每条记录的结果，每行一个 JSON',
  undoBulk: '撤销批量修改',
  recordsFound: ({ found, expected }: { found: number; expected: number }) =>
    `现有 ${found} 条记录，而不是 ${expected} 条`,
  onlyForUpdates: '只用于操作 update',
  onlyForPublishing: '只用于操作 publish 和 unpublish',
  meetsFilterNoLonger: '已不符合条件',
  bulkUpdateBegun: ({ label, total }: { label: string; total: number }) =>
    `批量修改${label} ${total} 条，批量修改`,
  bulkDeleteBegun: ({ label, total }: { label: string; total: number }) =>
    `批量删除${label} ${total} 条，批量修改`,
  bulkPublishBegun: ({ label, total }: { label: string; total: number }) =>
    `批量发布${label} ${total} 条，批量修改`,
  bulkUnpublishBegun: ({ label, total }: { label: string; total: number }) =>
    `批量取消发布${label} ${total} 条，批量修改`,
  bulkPlanBegun: ({ label, total }: { label: string; total: number }) =>
    `批量定时${label} ${total} 条，批量修改`,
  bulkTryBegun: ({ label, total }: { label: string; total: number }) =>
    `检查批量修改${label} ${total} 条，批量修改`,
  bulkContinued: ({ label, id, line }: { label: string; id: bigint | string; line: number }) =>
    `从第 ${line} 条之后继续批量修改${label}，批量修改 ${id}`,
  bulkDone: ({ label, id, counts }: { label: string; id: bigint | string; counts: string }) =>
    `批量修改${label}完成，批量修改 ${id}：${counts}`,
  bulkTryDone: ({ label, id, counts }: { label: string; id: bigint | string; counts: string }) =>
    `检查批量修改${label}完成，批量修改 ${id}：${counts}`,
  bulkUpdateCounts: ({
    updated,
    unchanged,
    refused,
  }: {
    updated: number;
    unchanged: number;
    refused: number;
  }) => `更新 ${updated}，未变 ${unchanged}，拒绝 ${refused}`,
  bulkDecisionCounts: ({
    updated,
    unchanged,
    refused,
  }: {
    updated: number;
    unchanged: number;
    refused: number;
  }) => `完成 ${updated}，未变 ${unchanged}，拒绝 ${refused}`,
  bulkDeleteCounts: ({ deleted, refused }: { deleted: number; refused: number }) =>
    `删除 ${deleted}，拒绝 ${refused}`,
  bulkUndoBegun: ({ id }: { id: bigint | string }) => `正在撤销批量修改 ${id}`,
  bulkUndoLogged: ({ label, id }: { label: string; id: bigint | string }) =>
    `撤销批量修改${label}，批量修改 ${id}`,
  importCounts: ({
    created,
    updated,
    unchanged,
    refused,
  }: {
    created: number;
    updated: number;
    unchanged: number;
    refused: number;
  }) => `新建 ${created}，更新 ${updated}，未变 ${unchanged}，拒绝 ${refused}`,
  undoBegun: ({ id }: { id: bigint | string }) => `正在撤销导入 ${id}`,
  undoLogged: ({ label, id }: { label: string; id: bigint | string }) => `撤销导入${label}，导入 ${id}`,
  alreadyImported: ({ id }: { id: bigint | string }) => `导入 ${id} 已导入过此文件；撤销后可再次导入`,
  stillUndoing: ({ id }: { id: bigint | string }) => `导入 ${id} 的撤销还没有完成`,
  yourImportDone: ({ label }: { label: string }) => `${label}：你的导入或批量更改已完成`,
  yourImportFailed: ({ label }: { label: string }) => `${label}：你的导入或批量更改失败了`,
  yourImportUndone: ({ label }: { label: string }) => `${label}：你的导入已撤销`,
  yourUndoFailed: ({ label }: { label: string }) => `${label}：撤销你的导入失败了`,
  importsFailed: ({ label, count }: { label: string; count: number }) =>
    `${label}：近期有 ${count} 次导入失败`,
  bulkChangesFailed: ({ label, count }: { label: string; count: number }) =>
    `${label}：近期有 ${count} 次批量更改失败`,
  dryRunKeptNothing: '检查没有写入任何记录',
  staysInTable: '其他程序的数据表：请用 POST /cms/undo 撤销，预览会列出保留的内容',
  alreadyUndone: '此导入已撤销',
  changedSinceImport: '导入之后已被修改',
  noPastToRestore: '没有可以恢复的历史',
  formerTimePassed: '原定时间已过',
  lineNumber: ({ line }: { line: number }) => `第 ${line} 行`,
  columnNumber: ({ column }: { column: number }) => `第 ${column} 列`,
};
