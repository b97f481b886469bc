/** In Chinese. */
export const zh = {
  tellFigures: '服务器的运行指标，采用 Prometheus 的文本格式',
};
