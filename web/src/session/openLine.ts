// Fetched once the first screen stands: nothing on it waits for the line.
export { subscribeTogether as openLine } from '@connex/sdk'
