import type { files as english } from '../../en/tasks/files.ts';

export const files: typeof english = {
  upload: '上传',
  search: '按名称搜索',
  type: '类型',
  types: { '': '全部', 'image/*': '图片', 'video/*': '视频', 'audio/*': '音频', 'application/pdf': 'PDF' },
  mine: '仅我上传的',
  none: '还没有文件',
  noneTodo: '请上传第一个文件，或在表单中选择文件。',
  stop: (name) => `停止上传 ${name}`,
  forget: (name) => `从列表中移除：${name}`,
  open: '打开文件',
  unused: '在您可见的内容中，没有使用此文件的。',
  delete: '删除',
  deleteForGood: '永久删除',
  deleted: (name) => `已删除 ${name}。`,
};
