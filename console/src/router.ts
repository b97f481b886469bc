import { createRouter, createWebHistory } from 'vue-router';
import { consoleBase } from './base.ts';

/** A line a page. Pages load when they are first shown. */
export const router = createRouter({
  history: createWebHistory(consoleBase),
  routes: [
    { path: '/', name: 'home', component: () => import('./pages/home/HomePage.vue') },
    { path: '/:rest(.*)*', name: 'not-found', component: () => import('./pages/home/NotFoundPage.vue') },
  ],
});
