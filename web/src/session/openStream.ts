// A chunk of its own, loaded once the first screen is shown: nothing on it waits for the stream.
export { subscribeTogether as openStream } from '@connex/sdk'
