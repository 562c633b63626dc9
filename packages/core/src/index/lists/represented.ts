/** Whether another group of an index represents the one of a row of `clone_group`. */
export const IS_CONTAINED = `EXISTS (SELECT 1 FROM clone_group AS holder WHERE holder.id = clone_group.contained_in)`;
