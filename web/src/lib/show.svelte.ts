/** What a scoring shows just now on the mats: those that left it are gone from their step on; some count. */
class Show {
  gone = $state.raw(new Set<string>())
  counted = $state.raw(new Set<string>())
}
export const show = new Show()
