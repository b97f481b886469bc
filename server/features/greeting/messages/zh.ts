/** In Chinese. */
export const zh = {
  routeTested: ({
    username,
    method,
    path,
    status,
  }: {
    username: string;
    method: string;
    path: string;
    status: number;
  }) => `${username} 测试了 ${method} ${path}，状态 ${status}`,
  seeInformation: '查看lin的信息',
  runningPage: '服务正在运行。接口说明见 <a href="/api/docs">/api/docs</a>。',
  consoleLink: '在<a href="/console">控制台</a>编辑内容。',
  greet: '服务是否在运行',
  greeting: 'Quire 正在运行，接口说明见 /api/docs',
  testLogin: '测试登录与日志',
  loginWorks: '已登录，并记录了一条日志',
  testPermission: '测试权限',
  permissionWorks: '已登录，并拥有查看信息的权限',
};
