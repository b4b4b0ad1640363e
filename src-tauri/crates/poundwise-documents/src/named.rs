/// Adds `ALL` and `as_str` to an enum whose names `strum` derives. The calling crate has `strum`.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($name:ident) => {
        impl $name {
            /// All variants, in order.
            pub const ALL: &'static [Self] = <Self as strum::VariantArray>::VARIANTS;

            /// Returns the variant's name, as JSON has it.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                self.into()
            }
        }
    };
}
