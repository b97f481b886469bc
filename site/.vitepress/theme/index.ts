import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import VersionMenu from './VersionMenu.vue';
import './colors.css';

/** The default theme with a menu of versions in the bar. */
export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'nav-bar-content-after': () => h(VersionMenu) }),
} satisfies Theme;
