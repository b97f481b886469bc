/** In Chinese. */
export const zh = {
  serverLeaves: '服务器即将停止',
  tablesDiffer: '数据表与定义不一致',
  uploadsFull: '上传目录空间已满',
  uploadsNotWritable: '上传目录无法写入',
  probeLabel: '数据库探测',
  isWell: '进程一次占用事件循环的最长时间（毫秒）',
  isLive: '进程是否在运行',
  isReady: '是否可以接收请求：数据库可以访问，表结构与定义一致；否则 503',
};
