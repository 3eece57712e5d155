import { expose } from 'comlink';
import { holdLifeLock } from '../life-lock';
import { createJobs } from '../scheduling/jobs';
import { KeptProjects } from './kept-project';
import { createRunner, type RunnerApi, workerRunners } from './runner';
import type { TestingApi } from './testing.api';
import { createTesting } from './testing-engine';

const projects = new KeptProjects();
expose({
  testing: createTesting(createJobs(), projects, workerRunners(self.location.href, projects)) satisfies TestingApi,
  runner: createRunner(projects) satisfies RunnerApi,
  lifeLock: holdLifeLock(),
});
