/** What the address of the usage page may say. Apart from the page: every page knows all addresses. */
export const USAGE_RANGES = ['day', 'week', 'month'] as const;
export const USAGE_CATEGORIES = ['calls', 'units', 'failed', 'rateLimited', 'sent', 'latency'] as const;
