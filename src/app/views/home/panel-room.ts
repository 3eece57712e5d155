/** Height of every chart of the home page, px. */
export const CHART_HEIGHT = 180;
/** The class of a panel with a chart, whose room on the page is known before it is drawn: heading and chart. */
export const CHART = 'skip-offscreen [--room:236px]';
/** The class of a panel with ten rows of two lines, whose room is likewise known before it is drawn. */
export const FEED = 'skip-offscreen [--room:670px]';
