/** What successful writes are answered with, and logged as. */
export const results = {
  recordCreated: ({ label }: { label: string }) => `新建${label}成功`,
  recordUpdated: ({ label }: { label: string }) => `更新${label}成功`,
  htmlRemoved: ({ text, names }: { text: string; names: readonly string[] }) =>
    `${text}；已从 HTML 中移除：${names.join('、')}`,
  recordMoved: ({ label, id }: { label: string; id: string }) => `${label} ${id} 已移动`,
  recordPublished: ({ label, id }: { label: string; id: string }) => `${label} ${id} 已发布`,
  decisionPlanned: ({ label, id }: { label: string; id: string }) => `已安排${label} ${id} 的发布时间`,
  decisionCancelled: ({ label, id }: { label: string; id: string }) => `已取消${label} ${id} 的发布时间`,
  planFailed: ({ label, id }: { label: string; id: string }) => `${label} ${id} 未能按计划发布或撤下`,
  recordUnpublished: ({ label, id }: { label: string; id: string }) => `${label} ${id} 已撤下`,
  previewEnded: ({ label, id }: { label: string; id: string }) => `已停用${label} ${id} 的预览链接`,
  previewMade: ({ label, id }: { label: string; id: string }) => `已生成${label} ${id} 的预览链接`,
  draftDiscarded: ({ label, id }: { label: string; id: string }) => `${label} ${id} 的草稿已恢复为发布的版本`,
  recordUpdatedById: ({ label, id }: { label: string; id: bigint | number | string }) =>
    `更新${label} ${id} 成功`,
  recordDeletedById: ({ label, id }: { label: string; id: bigint | number | string }) =>
    `删除${label} ${id} 成功`,
  recordRestoredTo: ({
    label,
    id,
    revision,
  }: {
    label: string;
    id: bigint | number | string;
    revision: bigint | number | string;
  }) => `恢复${label} ${id} 至历史版本 ${revision} 成功`,
  recordRestoredExcept: ({ restored, left }: { restored: string; left: readonly string[] }) =>
    `${restored}，但 ${left.join('、')} 除外：这些字段的规则不再接受当时的值`,
  recordsWritten: ({
    label,
    created,
    updated,
    deleted,
  }: {
    label: string;
    created: number;
    updated: number;
    deleted: number;
  }) => `批量写入${label}成功：新建 ${created}，更新 ${updated}，删除 ${deleted}`,
  restoredFromTrash: ({
    label,
    id,
    others,
  }: {
    label: string;
    id: bigint | number | string;
    others: number;
  }) => `从回收站恢复${label} ${id} 成功${others > 0 ? `，连同 ${others} 条记录` : ''}`,
  purged: ({ label, id, others }: { label: string; id: bigint | number | string; others: number }) =>
    `彻底删除${label} ${id} 成功${others > 0 ? `，连同 ${others} 条记录` : ''}`,
  signedIn: '登录成功',
} as const;
