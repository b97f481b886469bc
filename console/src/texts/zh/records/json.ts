export const json = {
  format: '整理格式',
  invalid: '不是有效的 JSON：',
};
