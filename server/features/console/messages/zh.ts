/** In Chinese. */
export const zh = {
  consoleLogo: '项目的标志',
  consolePage: '内容编辑页面',
  consoleIsBuilding: '控制台正在构建，稍后自动显示。',
  consoleHasFailed: '控制台构建失败，原因见启动时的输出。',
};
