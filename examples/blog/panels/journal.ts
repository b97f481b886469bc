import { definePanel, everyone } from 'quire-cms';

export const published = definePanel({
  name: 'published_articles',
  label: { en: 'Published articles', zh: '已发布文章' },
  collection: 'article',
  where: { status: 'published' },
  picture: 'number',
  access: everyone,
});

export const byCategory = definePanel({
  name: 'articles_by_category',
  label: { en: 'Articles by category', zh: '各分类的文章' },
  collection: 'article',
  group: 'category.name',
  picture: 'bars',
  access: everyone,
});

export const byMonth = definePanel({
  name: 'articles_by_month',
  label: { en: 'Articles by month', zh: '每月文章' },
  collection: 'article',
  where: { status: 'published' },
  group: 'published_at.month',
  picture: 'line',
  access: everyone,
});
