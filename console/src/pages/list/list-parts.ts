/** What loads after the first records. A module of its own keeps these preload lists out of the list page. */
export const arrangeList = () => import('./arrange/ArrangeList.vue');
export const bulkPanel = () => import('./bulk/BulkPanel.vue');
export const cellEditing = () => import('./cells/CellEditing.vue');
export const columnsMenu = () => import('./tools/ColumnsMenu.vue');
export const columnWidths = () => import('./widths/ColumnWidths.vue');
export const languagesMenu = () => import('./languages/LanguagesMenu.vue');
export const layoutList = () => import('./layouts/LayoutList.vue');
export const layoutMenu = () => import('./layouts/LayoutMenu.vue');
export const moreMenu = () => import('./tools/MoreMenu.vue');
export const treeList = () => import('./tree/TreeList.vue');
