/** What public/first.js started before the modules of the page were there. */

/** Hands the request for the configuration to the first caller. */
export function takeConfigRequest(): Promise<Response> {
  const { loupeStarted } = window as { loupeStarted?: { config?: Promise<Response> } };
  const config = loupeStarted?.config;
  delete loupeStarted?.config;
  return config ?? fetch('/config.json');
}
