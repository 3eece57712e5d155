/**
 * The contract of traces: they are got, kept as columns, and asked about in
 * windows. The trace itself stays in the worker; nothing here hands out the
 * columns. The parts:
 */
import type { DebugBuildApi } from './debug-build.api';
import type { DiffApi } from './diff.api';
import type { OpenTraceApi } from './open-trace.api';
import type { RowsApi } from './rows.api';
import type { SafetyApi } from './safety.api';
import type { SimulateApi } from './simulate.api';
import type { SimulationsApi } from './simulations.api';
import type { SourceTraceApi } from './source-trace.api';
import type { StepsApi } from './steps.api';
import type { StepsInSourceApi } from './steps-in-source.api';
import type { TraceFilesApi } from './trace-files.api';
import type { TraceViewsApi } from './views.api';

export interface TraceApi
  extends OpenTraceApi,
    RowsApi,
    TraceViewsApi,
    StepsApi,
    SourceTraceApi,
    StepsInSourceApi,
    DiffApi,
    SimulateApi,
    SimulationsApi,
    SafetyApi,
    DebugBuildApi,
    TraceFilesApi {}
