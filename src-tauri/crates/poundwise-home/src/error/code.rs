//! Every way in which a call can fail, by its name.

/// A closed list of codes, and those of a crate below.
macro_rules! codes {
    (
        $(#[$doc:meta])*
        $name:ident as $ts:literal, and $below:ident($of:ty) {
            $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = $ts))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = $ts))]
        pub enum $name {
            $($(#[$variant_doc])* #[serde(rename = $word)] $variant,)+
            /// One of the crate below.
            #[serde(untagged)]
            $below($of),
        }

        impl $name {
            /// All of them, in order, without those of the crate below.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The word that stands for it.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                    Self::$below(below) => below.as_str(),
                }
            }
        }

        impl From<$of> for $name {
            fn from(below: $of) -> Self {
                Self::$below(below)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

codes! {
    /// What an [`Error`](super::Error) is, for those who act on it: a script by `--json`, the
    /// window by its own words for it.
    ErrorCode as "ErrorCode", and Query(poundwise_query::ErrorCode) {
        // The home, its keys, its database and files.
        /// There is a home in that folder already.
        HomeExists = "home-exists",
        /// No home is in that folder, or none is open.
        NoHome = "no-home",
        /// The system names no folder for a home.
        NoHomeFolder = "no-home-folder",
        /// The folder's database is not a home's.
        NotAHome = "not-a-home",
        /// The folder for a new home holds other files.
        NotEmpty = "not-empty",
        /// The home was made before the first release.
        OlderHome = "older-home",
        /// A newer program wrote the home.
        NewerHome = "newer-home",
        /// Another program has the home open.
        InUse = "in-use",
        /// Work was begun in another home, or before its recovery key was changed.
        OtherHome = "other-home",
        /// Not a name for a home.
        Name = "name",
        /// Something of the home was changed, swapped or removed by somebody else than this
        /// program.
        HomeDamaged = "home-damaged",
        /// The database refuses.
        Database = "database",
        /// The database holds something that does not verify.
        DatabaseDamaged = "database-damaged",
        /// Another program is writing to the home.
        Busy = "busy",
        /// The home's database cannot be opened.
        CannotOpen = "cannot-open",
        /// What a sealing removed is not overwritten yet.
        ErasureUnfinished = "erasure-unfinished",
        /// The home lacks a secret.
        SecretMissing = "secret-missing",
        /// A listing's secrets cannot be read.
        SecretDamaged = "secret-damaged",
        /// Something cannot be encrypted.
        Encrypt = "encrypt",
        /// Something does not open with the home's key.
        Decrypt = "decrypt",
        /// An encrypted file has a longer header than any that is read.
        LongHeader = "long-header",
        /// The passphrase is empty.
        EmptyPassphrase = "empty-passphrase",
        /// The passphrase has too few characters.
        ShortPassphrase = "short-passphrase",
        /// The passphrase does not open the home.
        WrongPassphrase = "wrong-passphrase",
        /// The passphrase is needed, and was not given.
        PassphraseNeeded = "passphrase-needed",
        /// The passphrase was typed twice, differently.
        PassphraseMismatch = "passphrase-mismatch",
        /// A recovery key cannot be a passphrase.
        RecoveryKeyAsPassphrase = "recovery-key-as-passphrase",
        /// What was typed is not a recovery key.
        NoRecoveryKey = "no-recovery-key",
        /// The recovery key is not this home's.
        WrongRecoveryKey = "wrong-recovery-key",
        /// The key file cannot be read.
        KeyDamaged = "key-damaged",
        /// The key file asks for more work than this machine should do.
        KeyTooSlow = "key-too-slow",
        /// The operating system gives no randomness.
        NoRandomness = "no-randomness",
        /// The machine's clock shows no time that can be written.
        Clock = "clock",
        /// The disk is full.
        DiskFull = "disk-full",
        /// The folder cannot be written.
        ReadOnly = "read-only",
        /// The system does not permit it.
        Permission = "permission",
        /// There is no such file or folder.
        NotFound = "not-found",
        /// This is no ordinary file.
        NotAFile = "not-a-file",
        /// A path was not chosen in the window that is to use it.
        PathNotChosen = "path-not-chosen",
        /// The file's name is a link that another user made.
        StrangeLink = "strange-link",
        /// The path names no file.
        NoFileName = "no-file-name",
        /// The file's name is not UTF-8.
        FileName = "file-name",
        /// There is a file of that name already.
        FileExists = "file-exists",
        /// A file is larger than any of its kind.
        TooLarge = "too-large",
        /// The system refuses to read or write.
        Io = "io",
        /// JSON cannot be written.
        Json = "json",
        /// A fault of the program itself.
        Internal = "internal",
        /// Work was stopped before its end.
        Stopped = "stopped",
        /// The settings cannot be written.
        Settings = "settings",
        /// The settings cannot be read.
        SettingsUnreadable = "settings-unreadable",
        // Tables and their import.
        /// CSV cannot be written.
        Csv = "csv",
        /// A person column is stated, and no most rows.
        NoRowsPerPerson = "no-rows-per-person",
        /// The types of the columns are not settled.
        TypesNeeded = "types-needed",
        /// Not an adjacency.
        Adjacency = "adjacency",
        /// Not a name for a population.
        PopulationName = "population-name",
        /// Not a name for a privacy unit.
        UnitName = "unit-name",
        /// There is a population of that name already.
        PopulationExists = "population-exists",
        /// There is no population of that name.
        NoSuchPopulation = "no-such-population",
        /// It is not said whose privacy it is.
        NoPopulation = "no-population",
        /// Two populations, or a population and a table, do not fit together.
        PopulationMismatch = "population-mismatch",
        /// A new population needs a cap.
        NoCap = "no-cap",
        /// The cap is that already.
        CapUnchanged = "cap-unchanged",
        /// The table was imported before, into another population.
        KnownTable = "known-table",
        /// The dataset's table is not in the home any more.
        DatasetGone = "dataset-gone",
        /// A listing is open that would have to be withdrawn.
        ListingOpen = "listing-open",
        /// Not a name for a dataset.
        DatasetName = "dataset-name",
        /// There is a dataset of that name already.
        DatasetExists = "dataset-exists",
        /// There is no dataset of that name.
        NoSuchDataset = "no-such-dataset",
        // What an owner says of a listing.
        /// Not a kind of attribute, or not one of this dataset.
        Kind = "kind",
        /// The kind has no use for an option.
        OptionDoesNotBelong = "option-does-not-belong",
        /// The column is missing.
        NoColumn = "no-column",
        /// Bins and edges are stated together.
        BinsAndEdges = "bins-and-edges",
        /// Not a step.
        Step = "step",
        /// The value is missing.
        NoValue = "no-value",
        /// The file of numbers is missing.
        NoFile = "no-file",
        /// The distance to be protected is missing.
        NoProtect = "no-protect",
        /// Not a level.
        Epsilon = "epsilon",
        /// Not a list.
        BadList = "bad-list",
        /// Not a price, or no price for this level.
        Tariff = "tariff",
        /// The price ends below the ceiling.
        TariffTooShort = "tariff-too-short",
        /// Not a currency.
        Currency = "currency",
        /// The ceiling is not a multiple of the grain.
        Grain = "grain",
        /// The top is below the ceiling.
        TopBelowCeiling = "top-below-ceiling",
        /// The ceiling is over the population's cap.
        CeilingOverCap = "ceiling-over-cap",
        /// The path cannot be read with this sensitivity.
        Sensitivity = "sensitivity",
        /// A document cannot be signed as it is.
        Document = "document",
        // Listings, orders, sales and holdings.
        /// There is nothing with that id.
        NoSuchId = "no-such-id",
        /// The beginning of an id is too short.
        ShortId = "short-id",
        /// A payment is told of a sale that was not on credit.
        NotOnCredit = "not-on-credit",
        /// Not a day on which something was paid.
        PaymentDay = "payment-day",
        /// Not an amount that is owed.
        PaymentAmount = "payment-amount",
        /// Not a payment's reference.
        PaymentReference = "payment-reference",
        /// There is no payment of that number.
        NoSuchPayment = "no-such-payment",
        /// Several ids begin so.
        AmbiguousId = "ambiguous-id",
        /// An order names no listing of this home.
        NoSuchListing = "no-such-listing",
        /// The listing is withdrawn.
        Withdrawn = "withdrawn",
        /// A newer version has replaced the listing.
        Replaced = "replaced",
        /// A listing of the same question is open.
        QuestionOpen = "question-open",
        /// The same question gave other numbers before.
        QuestionDiffers = "question-differs",
        /// The listing is of a dataset, which is sealed as a whole.
        OfADataset = "of-a-dataset",
        /// A grant has not reached the market yet.
        GrantUnpublished = "grant-unpublished",
        /// The listing's data are erased.
        Sealed = "sealed",
        /// The listing is sealed already.
        SealedAlready = "sealed-already",
        /// A home cannot buy from itself.
        OwnListing = "own-listing",
        /// The level is held already.
        AlreadyHeld = "already-held",
        /// What is held is as accurate already.
        AccurateAlready = "accurate-already",
        /// The highest level sold is less accurate.
        TooAccurate = "too-accurate",
        /// Not a half-width.
        HalfWidth = "half-width",
        /// A response has no such quantity.
        NoSuchQuantity = "no-such-quantity",
        /// The level is over the listing's ceiling.
        OverCeiling = "over-ceiling",
        /// The increment is not a multiple of the grain.
        OffGrain = "off-grain",
        /// The population's loss would pass its cap.
        OverCap = "over-cap",
        /// The population's loss would pass the largest level there is.
        LossTooLarge = "loss-too-large",
        /// The order starts from another level than the one held.
        WrongFrom = "wrong-from",
        /// The order's time is over.
        OrderExpired = "order-expired",
        /// The order was cancelled by its buyer.
        OrderCancelled = "order-cancelled",
        /// The order was discarded by its owner.
        OrderDiscarded = "order-discarded",
        /// The key is not blocked.
        NotBlocked = "not-blocked",
        /// The order's price is not the listing's any more.
        StalePrice = "stale-price",
        /// Such an order is waiting already.
        OrderedAlready = "ordered-already",
        /// An order is to wait for a number of days that is none or too large.
        OrderDays = "order-days",
        /// The order was approved.
        ApprovedAlready = "approved-already",
        /// The order was declined.
        DeclinedAlready = "declined-already",
        /// What the buyer holds changed meanwhile.
        HoldingChanged = "holding-changed",
        /// The reason is missing.
        NoReason = "no-reason",
        /// A total would pass the largest amount.
        TotalTooLarge = "total-too-large",
        /// A response does not fit into 64 bits.
        Overflow = "overflow",
        /// The noise cannot be read at this level.
        Mechanism = "mechanism",
        /// A values file cannot be made.
        Values = "values",
        /// A bundle cannot be made.
        Bundle = "bundle",
        /// A checkpoint cannot be signed.
        Checkpoint = "checkpoint",
        /// A proof of inclusion cannot be built.
        Log = "log",
        /// Nothing is held of it.
        NothingHeld = "nothing-held",
        /// Not a format.
        Format = "format",
        /// A copy would not be more private than what is held.
        NotTighter = "not-tighter",
        /// A copy cannot be made.
        Copy = "copy",
        /// Not an age recipient.
        Recipient = "recipient",
        /// Not a key.
        ContactKey = "contact-key",
        /// Not a name for a contact.
        ContactName = "contact-name",
        /// Another contact has that name.
        ContactNameTaken = "contact-name-taken",
        /// Not a note for a contact.
        ContactNote = "contact-note",
        /// Rules name the contact.
        ContactInRules = "contact-in-rules",
        /// There is no such contact.
        NoSuchContact = "no-such-contact",
        /// The key is this home's own.
        OwnKey = "own-key",
        /// A rule does not say whose orders.
        RuleBuyer = "rule-buyer",
        /// A rule does not say which listings.
        RuleScope = "rule-scope",
        /// Not an amount.
        RuleAmount = "rule-amount",
        /// A rule's currency is missing, or not its listings'.
        RuleCurrency = "rule-currency",
        /// A rule's payment reference is missing.
        RulePayment = "rule-payment",
        /// Not a day to come.
        RuleUntil = "rule-until",
        /// The rule's last day is over.
        RuleExpired = "rule-expired",
        /// The rule was removed.
        RuleRemoved = "rule-removed",
        /// The rule does not fit the order any more.
        RuleChanged = "rule-changed",
        /// There is no such rule.
        NoSuchRule = "no-such-rule",
        // The market, its ledgers, and audits.
        /// There is no default place for a market.
        NoMarket = "no-market",
        /// The market's folder is not there.
        NoSuchMarket = "no-such-market",
        /// Not a market's address.
        MarketUrl = "market-url",
        /// Not a name on a market.
        MarketPath = "market-path",
        /// The market cannot be reached.
        Market = "market",
        /// One object on the market cannot be read, or is no ordinary file.
        MarketEntry = "market-entry",
        /// The market's disk is full.
        MarketFull = "market-full",
        /// Something has yet to reach the market before.
        OutboxWaiting = "outbox-waiting",
        /// The market has more entries of this home's ledger than it has itself.
        BehindMarket = "behind-market",
        /// What was shown of this home's ledger contradicts it.
        TwoHistories = "two-histories",
        /// This machine has seen more entries of this home's ledger than the home has.
        BehindMark = "behind-mark",
        /// A buyer has seen more entries of this home's ledger than the home has.
        BehindOrder = "behind-order",
        /// There is no mark of the home, and its published ledger cannot be read.
        NoOwnLog = "no-own-log",
        /// The home sells no more.
        SellsNoMore = "sells-no-more",
        /// The home can sell, so that its losses are not carried elsewhere.
        SellsStill = "sells-still",
        /// The market lacks entries that the home would catch up with.
        OwnCopies = "own-copies",
        /// The published ledger is damaged, so that nothing can be caught up with.
        OwnLogDamaged = "own-log-damaged",
        /// The mark of the home cannot be written.
        MarkUnwritable = "mark-unwritable",
        /// The mark of the home cannot be read.
        MarkDamaged = "mark-damaged",
        /// Copies may have been made since the backup, so that no new one is.
        CopiesEnded = "copies-ended",
        /// Not a file of losses, or none of this population.
        LossesFile = "losses-file",
        /// What was sold cannot be delivered again.
        DeliveryLost = "delivery-lost",
        /// There is no such alarm.
        NoSuchAlarm = "no-such-alarm",
        /// An alarm is not about what it is to be dismissed in favour of.
        NotInAlarm = "not-in-alarm",
        /// The alarm was dismissed in favour of the other document.
        DismissedAlready = "dismissed-already",
        /// There is nothing to audit.
        NoFiles = "no-files",
        /// There is no published ledger.
        NoPublishedLog = "no-published-log",
        /// Not an owner's key.
        Kid = "kid",
        /// There is no report to save.
        NoReport = "no-report",
        /// A report's file has neither ending.
        ReportFormat = "report-format",
        /// The ledger cannot be written as a journal.
        Journal = "journal",
        /// Not an opening, or another auditor's.
        OpeningRefused = "opening-refused",
        /// No file shows the listing that an opening opens.
        UnknownListing = "unknown-listing",
        /// The noise was made in another word layout.
        PathLayout = "path-layout",
        /// The sample market has no place.
        SampleFolder = "sample-folder",
        /// The sample market cannot be made.
        SampleBroken = "sample-broken",
        // The command line alone.
        /// The command line is not understood.
        Usage = "usage",
        /// An opening has to be agreed to.
        Confirm = "confirm",
        /// There is no terminal to ask for a confirmation on.
        ConfirmationNeeded = "confirmation-needed",
        /// It was not confirmed.
        NotConfirmed = "not-confirmed",
        /// The answer cannot be written.
        Output = "output",
        /// Standard output carries JSON and nothing else.
        ExportToStdout = "export-to-stdout",
        /// A binary file is not for a terminal.
        ExportToTerminal = "export-to-terminal",
        /// The demo has no folder.
        DemoFolder = "demo-folder",
        /// A manual page cannot be made.
        Manual = "manual",
        /// Not a number of coordinates.
        Count = "count",
        /// Not a seed.
        Seed = "seed",
        /// There is no such noise.
        Noise = "noise",
        /// The top is below a level.
        TopBelowLevel = "top-below-level",
    }
}
