/** In Chinese. */
export const zh = {
  searchSummary: '一次搜索多个集合',
  searchTag: '搜索',
  searchCollections: '集合的名称，用逗号分隔；默认为所有可搜索的集合',
  searchSort: '所有集合中最相关的排在前面',
};
