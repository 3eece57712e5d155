import { createRootRouteWithContext } from '@tanstack/react-router';
import { Shell } from '../views/shell/Shell';
import type { Wiring } from '../wiring';

export const Route = createRootRouteWithContext<{ wiring: Wiring }>()({ component: Shell });
