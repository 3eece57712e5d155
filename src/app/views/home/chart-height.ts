/** Of every chart of the home page, px. */
export const CHART_HEIGHT = 180;
