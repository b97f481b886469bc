/** What is loaded after the first rows. A module of its own: what each part needs is a long list, which no list loads. */
export const arrangeList = () => import('./arrange/ArrangeList.vue');
export const bulkPanel = () => import('./bulk/BulkPanel.vue');
export const columnsMenu = () => import('./tools/ColumnsMenu.vue');
export const languagesMenu = () => import('./languages/LanguagesMenu.vue');
export const moreMenu = () => import('./tools/MoreMenu.vue');
export const treeList = () => import('./tree/TreeList.vue');
