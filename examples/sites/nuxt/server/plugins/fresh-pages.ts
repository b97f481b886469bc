/** Nitro keeps pages; browsers ask each time, so that they see what was published. */
export default defineNitroPlugin(({ hooks }) => {
  hooks.hook('beforeResponse', (event) => {
    const isPage = String(getResponseHeader(event, 'content-type')).startsWith('text/html');
    const isPrivate = String(getResponseHeader(event, 'cache-control')).includes('no-store');
    if (isPage && !isPrivate) setResponseHeader(event, 'cache-control', 'no-cache');
  });
});
