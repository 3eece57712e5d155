/** More steps than this are not recorded unless the reader says otherwise: about what 500 M gas of the cheapest loop would be. */
export const DEFAULT_STEP_LIMIT = 50_000_000;
