// Every part of the console in every state. `npm run dev` serves it at /console/gallery.html; the build leaves it out.
import { createApp } from 'vue';
import { createMemoryHistory, createRouter } from 'vue-router';
import { loadLanguage, loadPageTexts } from '../texts/index.ts';
import '../styles/main.css';

await loadLanguage('en');
await loadPageTexts();
const { default: GalleryPage } = await import('./GalleryPage.vue');
const router = createRouter({
  history: createMemoryHistory(),
  routes: [{ path: '/:rest(.*)*', component: GalleryPage }],
});
createApp(GalleryPage).use(router).mount('#app');
