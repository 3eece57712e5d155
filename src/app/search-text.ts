/**
 * How search parameters stand in the address. `boot.ts` loads this file before
 * the rest of the app, so that the router is evaluated by itself: to import the
 * router's package there would keep all that it exports.
 */
import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/** Parameters are text: `?trace=0.10` is no number, and needs no quotes. */
export const parseSearch = parseSearchWith((text) => text);
export const stringifySearch = stringifySearchWith(JSON.stringify);
