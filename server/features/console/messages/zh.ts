/** In Chinese. */
export const zh = {
  consoleLogo: '项目的标志',
  consolePage: '内容编辑页面',
  partsTag: '控制台部件',
  listParts: '列出向调用者显示的项目自有控制台部件',
  partFile: '控制台部件的文件',
  partContract: '部件可使用的控制台接口版本',
  partPlugin: '带来该部件的插件；属于项目自身时为空',
  partScript: '/console/parts/ 下定义该部件的文件',
  partStyle: '其样式文件',
  partsForPeople: '控制台部件只供人使用。',
  consoleIsBuilding: '控制台正在构建，稍后自动显示。',
  consoleHasFailed: '控制台构建失败，原因见启动时的输出。',
  partDescribed: '控制台如何绘制隔离插件的部件；它没有文件',
};
