/** In Chinese. */
export const zh = {
  mailTag: '邮件',
  mailListSummary: '未发送而保留的邮件',
  mailSummary: '按发送格式返回一封邮件',
};
