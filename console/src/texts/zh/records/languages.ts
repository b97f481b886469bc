import type { languages as english } from '../../en/records/languages.ts';

export const languages: typeof english = {
  shown: '表单的语言',
  beside: '并排显示',
  nothingBeside: '不显示',
  missing: '缺少',
  missingCount: (count) => `缺少 ${count} 个字段`,
  missingIn: (languages) => `缺少以下语言的文本：${languages}`,
  complete: '各语言的文本齐全',
  changedCount: (count) => `已修改 ${count} 个字段`,
  instead: (language) => `读者看到的是${language}`,
  nothingInstead: '读者看不到内容',
  ofList: '列表的语言',
  showIn: '显示语言',
  fallbackNote: '缺少的文本以其他语言显示，并标出该语言。',
  onlyWithout: '只看缺少以下语言文本的记录',
  without: (languages) => `缺少${languages.join('或')}`,
  changesIn: '显示变更的语言',
  all: '所有语言',
  noMatter: '此语言没有变化。',
};
