/** The path that Prometheus asks by default. */
export const PATH = '/metrics';
