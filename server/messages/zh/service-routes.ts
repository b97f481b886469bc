/** Routes of the log, files, greeting and health: summaries, parameters and results. */
export const serviceRoutes = {
  seeWholeLog: '查询所有日志',
  searchTheLog: '搜索日志',
  seeLoggedUsers: '查询日志记录的用户',
  seeInformation: '查看lin的信息',
  runningPage: '服务正在运行。接口说明见 <a href="/docs">/docs</a>。',
  consolePage: '内容编辑页面',
  consoleLink: '在<a href="/console">控制台</a>编辑内容。',
  onlyForImages: '只适用于图片',
  brokenMultipart: '请求体不是完整的 multipart/form-data',
  contentNotAllowed: ({
    name,
    found,
    allowed,
  }: {
    name: string;
    found: string;
    allowed: readonly string[];
  }) => `${name} 的内容是 ${found}，允许 ${allowed.join('、')}`,
  contentUnknown: ({ name, allowed }: { name: string; allowed: readonly string[] }) =>
    `${name} 的内容无法识别，允许 ${allowed.join('、')}`,
  logTag: '日志',
  listLog: '日志列表，最新的在前',
  searchLog: '按关键字、用户与时间搜索日志',
  withAddresses: '是否显示陌生人、登录与被拒绝请求的网络',
  loggedUsers: '日志里出现过的用户',
  filesTag: '文件',
  uploadFiles: '上传文件，字段名任意',
  filesUploaded: ({ ids }: { ids: readonly string[] }) => `上传文件 ${ids.join('、')} 成功`,
  formField: '表单字段名',
  localOrRemote: 'LOCAL 或 REMOTE',
  sizeInBytes: '字节数',
  deleteFile: '删除文件',
  fileDeleted: ({ id }: { id: bigint | string }) => `删除文件 ${id} 成功`,
  fileContent: '文件内容，或图片的缩略图',
  thumbnailWidth: '缩略图宽度，像素',
  informationTag: '信息',
  greet: '服务是否在运行',
  greeting: 'Quire 正在运行，接口说明见 /docs',
  testLogin: '测试登录与日志',
  loginWorks: '已登录，并记录了一条日志',
  testPermission: '测试权限',
  permissionWorks: '已登录，并拥有查看信息的权限',
  healthTag: '健康',
  isWell: '进程一次占用事件循环的最长时间（毫秒）',
  isLive: '进程是否在运行',
  isReady: '是否可以接收请求：数据库可以访问，表结构与定义一致；否则 503',
} as const;
