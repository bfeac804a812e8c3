import { defineConfig, mergeConfig } from 'vitest/config';
import vite from './vite.config';

export default mergeConfig(
  vite,
  defineConfig({
    // Tests of reactive code need the reactivity of the browser, not the one for rendering on a server.
    resolve: { conditions: ['browser'] },
    test: { include: ['src/**/*.test.ts'], environment: 'node' },
  }),
);
