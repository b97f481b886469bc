import { createApp } from 'vue';
import App from './App.vue';
import { resumeSession } from './api/session.ts';
import { applyTheme } from './parts/appearance/theme.ts';
import { loadLanguage } from './texts/index.ts';
import './styles/main.css';

applyTheme();
await Promise.all([loadLanguage(), resumeSession()]);
createApp(App).mount('#app');
