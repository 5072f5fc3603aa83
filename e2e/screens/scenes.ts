// Every scene, in the order of the screens.
import { dealScenes } from './deals.ts'
import { deskScenes } from './desk.ts'
import { dialogScenes } from './dialogs.ts'
import { loginScenes } from './login.ts'
import { shellScenes } from './shell.ts'
import type { Scenes } from './stage.ts'
import { stateScenes } from './states.ts'
import { tableScenes } from './tables.ts'

export { loginScenes }

/** One after the other in a page that is signed in. */
export const signedInScenes: Scenes = {
  ...tableScenes,
  ...deskScenes,
  ...dealScenes,
  ...dialogScenes,
  ...stateScenes,
  ...shellScenes,
}
