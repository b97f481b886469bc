import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

/** The server that the development server asks; `npm start` listens there. */
const server = process.env.QUIRE_URL ?? 'http://127.0.0.1:5000';

/** The icons of the frame and of lists come as one file; each of them alone would be as large again. */
const FRAME_ICONS =
  /lucide.*icons[\\/](arrow-down|arrow-up|chevrons-up-down|circle-question-mark|file-pen|file-text|house|images|log-out|menu|plus|search|table-2|user-round)\./;

/**
 * What every page needs, in three files in place of sixty: fewer requests, and they compress better. A file may import those above
 * it and no others: files in a circle would run before what they need.
 */
const VUE = /node_modules[\\/](@?vue)[\\/]|@lucide[\\/]vue[\\/](?!.*icons[\\/])|preload-helper/;
const START =
  /server[\\/](client[\\/]runtime[\\/](connection|quire-error|query|pause|watch|answers)|shared[\\/]exact-json)\.|src[\\/](base|project|api[\\/](session|connection|account|step-up|passkeys)|parts[\\/](UiButton|error-advice|appearance[\\/].*)|texts[\\/]index)\./;
const FRAME = new RegExp(
  [
    String.raw`node_modules[\\/](@tanstack[\\/](vue-query|query-core)|vue-router)[\\/]`,
    String.raw`client[\\/]runtime[\\/](aggregates|operations)\.`,
    String.raw`src[\\/](paths|router)\.`,
    String.raw`src[\\/]api[\\/](query-client|definitions|own-routes|files[\\/](files|file-infos|image-sizes|send-file)|records[\\/](titles|record-path|record-list|counts|record-filter))\.`,
    String.raw`src[\\/](form[\\/](chunks|composition|digits|field-values|languages|order-by-hand|record-title|thumbnail-width)|fields[\\/](control|nested[\\/](inner-field|nested-text)|text[\\/](number-text|plain-text)))\.`,
    String.raw`src[\\/]texts[\\/](byte-size|joined|moment)\.`,
    String.raw`src[\\/]parts[\\/](identity[\\/](CollectionIcon|find-icon|menu-sections)|UserAvatar|chosen-again|help-key|is-narrow|toasts|toast-error|ErrorNote|EmptyState|last-list|refusals[\\/]WhyRefused)\.`,
    String.raw`src[\\/]pages[\\/]list[\\/](filter[\\/](filter|filter-fields)|grid[\\/](cell-pictures|columns|row-height))\.`,
  ].join('|'),
);

/** Those of the administration come with its links, behind the frame. */
const ADMIN_ICONS =
  /lucide.*icons[\\/](activity|app-window|gauge|key-round|key-square|list-checks|mail|scroll-text|shield-question-mark|undo-2|user-round-check|users|webhook)\./;

/** The icons of the page to sign in. */
const SIGN_IN_ICONS = /lucide.*icons[\\/](eye|eye-off|monitor|moon|sun)\./;

/** The files that show what a folder offers. */
const HEADS = /console[\\/]src[\\/](api|edits|fields|form|parts)[\\/]index\.ts$/;

export default defineConfig(({ command }) => ({
  // The server fills in its own path where index.html says "./".
  base: command === 'build' ? './' : '/console/',
  plugins: [vue(), ownBase(command)],
  // Without the parts for developers, which the package's own entry keeps.
  resolve: {
    alias: command === 'build' ? { 'vue-router': 'vue-router/dist/vue-router.esm-browser.prod.js' } : {},
  },
  // No dangerous parts of Vue 2's interface, and no texts for developers.
  define: { __VUE_OPTIONS_API__: 'false', __VUE_PROD_DEVTOOLS__: 'false' },
  build: {
    target: ['chrome123', 'firefox128', 'safari17.5'],
    assetsDir: 'static',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    manifest: '.vite/manifest.json',
    rolldownOptions: {
      // A head only names what its folder offers: a page brings what it takes of it, and no more.
      treeshake: { moduleSideEffects: (id) => !HEADS.test(id) },
      output: {
        codeSplitting: {
          groups: [
            { name: 'icons', test: FRAME_ICONS },
            { name: 'sign-in-icons', test: SIGN_IN_ICONS },
            { name: 'admin-icons', test: ADMIN_ICONS },
            { name: 'vue', test: VUE },
            { name: 'start', test: START },
            { name: 'frame', test: FRAME },
          ],
          includeDependenciesRecursively: false,
        },
      },
    },
    license: { fileName: 'licenses.txt' },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    fs: { allow: ['..'] },
    proxy: { '^/(?!console/)': { target: server, changeOrigin: false } },
  },
}));

/** While developing nobody fills in the path, so it is done here. */
function ownBase(command: 'build' | 'serve') {
  return {
    name: 'own-base',
    transformIndexHtml: (html: string) =>
      command === 'serve' ? html.replace('content="./"', 'content="/console/"') : html,
  };
}
