import { createApp } from 'vue';
import App from './App.vue';
import { resumeSession, wasSignedIn } from './api/session.ts';
import { applyTheme } from './parts/appearance/theme.ts';
import { applyAccent } from './project.ts';
import { loadLanguage } from './texts/index.ts';
import './styles/main.css';

applyTheme();
applyAccent();
// The page loads while the session is resumed. A failure shows itself when the page is entered.
const page = wasSignedIn()
  ? import('./enter.ts').then(({ preload }) => preload(location.href))
  : import('./pages/sign-in/SignInPage.vue');
page.catch(() => undefined);
await Promise.all([loadLanguage(), resumeSession()]);
createApp(App).mount('#app');
