import { createContext } from 'react';

/** Whether the heading of a page is on the screen above: what is awaited there is a part of that page and has none of its own. */
export const BelowHeading = createContext(false);
