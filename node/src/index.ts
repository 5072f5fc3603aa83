// The server's public exports.
export { readConfig } from './common/config.ts'
export { ConfigError } from './common/configValues.ts'
export type { Config } from './common/config.ts'
export { startNode } from './startNode.ts'
export type { RunningNode, StartOptions } from './startNode.ts'
