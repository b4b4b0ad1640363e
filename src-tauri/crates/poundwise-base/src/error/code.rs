//! The codes of all errors.

/// Declares a closed list of codes, with the codes of a lower crate as one variant.
macro_rules! codes {
    (
        $(#[$doc:meta])*
        $name:ident, and $below:ident($of:ty) {
            $($(#[$variant_doc:meta])* $variant:ident = $word:literal,)+
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name {
            $($(#[$variant_doc])* #[serde(rename = $word)] $variant,)+
            /// A code of the lower crate.
            #[serde(untagged)]
            $below($of),
        }

        impl $name {
            /// All codes in order, without those of the lower crate.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Returns the stable text of the code.
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
    /// The code of an [`Error`](super::Error): a script reads it in `--json`, and the window
    /// chooses its own text by it.
    ErrorCode, and Query(poundwise_query::QueryErrorCode) {
        // The home, its keys, its database and files.
        /// There is a home in that folder already.
        HomeExists = "home-exists",
        /// No home is in that folder, or none is open.
        NoHome = "no-home",
        /// The folder of an open home is no longer where it was opened.
        HomeMoved = "home-moved",
        /// The system has no default folder for a home.
        NoHomeFolder = "no-home-folder",
        /// The database in the folder is not a home's.
        NotAHome = "not-a-home",
        /// The folder for a new home holds other files.
        NotEmpty = "not-empty",
        /// The home was created before the first release.
        OlderHome = "older-home",
        /// The home was written by a newer program.
        NewerHome = "newer-home",
        /// Another program has the home open.
        InUse = "in-use",
        /// The work was begun in another home, or before the recovery key was changed.
        OtherHome = "other-home",
        /// The home's name is not valid.
        Name = "name",
        /// A part of the home was changed, swapped or removed by something other than this program.
        HomeDamaged = "home-damaged",
        /// The database reported an error.
        Database = "database",
        /// The database holds data that do not verify.
        DatabaseDamaged = "database-damaged",
        /// Another program is writing to the home.
        Busy = "busy",
        /// The home's database cannot be opened.
        CannotOpen = "cannot-open",
        /// Data that were removed by sealing are not overwritten yet.
        ErasureUnfinished = "erasure-unfinished",
        /// The home lacks a secret.
        SecretMissing = "secret-missing",
        /// A listing's secrets cannot be read.
        SecretDamaged = "secret-damaged",
        /// Decryption with the home's key failed.
        Decrypt = "decrypt",
        /// The header of an encrypted file is longer than the limit.
        LongHeader = "long-header",
        /// The passphrase is empty.
        EmptyPassphrase = "empty-passphrase",
        /// The passphrase has too few characters.
        ShortPassphrase = "short-passphrase",
        /// The passphrase does not open the home.
        WrongPassphrase = "wrong-passphrase",
        /// The passphrase is required and was not given.
        PassphraseNeeded = "passphrase-needed",
        /// The two entries of a new passphrase differ.
        PassphraseMismatch = "passphrase-mismatch",
        /// The promise of a population cannot be computed for what was asked.
        Promise = "promise",
        /// A recovery key was given as the new passphrase.
        RecoveryKeyAsPassphrase = "recovery-key-as-passphrase",
        /// The text is not a recovery key.
        NoRecoveryKey = "no-recovery-key",
        /// A recovery key would be written into a home's folder.
        KeyInHome = "key-in-home",
        /// A key file that other users can read.
        KeyFileNotPrivate = "key-file-not-private",
        /// The recovery key is not the one of this home.
        WrongRecoveryKey = "wrong-recovery-key",
        /// The key file is damaged.
        KeyDamaged = "key-damaged",
        /// The key file requires more work than this machine should do.
        KeyTooSlow = "key-too-slow",
        /// The operating system gives no random bytes.
        NoRandomness = "no-randomness",
        /// The machine's clock shows a time that documents cannot state.
        Clock = "clock",
        /// The machine's clock contradicts the newest documents and is not confirmed.
        ClockDoubtful = "clock-doubtful",
        /// The disk is full.
        DiskFull = "disk-full",
        /// The folder cannot be written.
        ReadOnly = "read-only",
        /// The system denies permission.
        Permission = "permission",
        /// There is no such file or folder.
        NotFound = "not-found",
        /// The path is not an ordinary file.
        NotAFile = "not-a-file",
        /// The path was not chosen in the window that is to use it.
        PathNotChosen = "path-not-chosen",
        /// The file's name is a link made by another user.
        StrangeLink = "strange-link",
        /// The output would be in a home, a market or the folder of the marks.
        ReservedFolder = "reserved-folder",
        /// The path names no file.
        NoFileName = "no-file-name",
        /// There is a file of that name already.
        FileExists = "file-exists",
        /// The file is larger than the limit of its kind.
        TooLarge = "too-large",
        /// An I/O error without a code of its own.
        Io = "io",
        /// An error in the program itself.
        Internal = "internal",
        /// The caller cancelled the work.
        Stopped = "stopped",
        /// The settings cannot be read.
        SettingsUnreadable = "settings-unreadable",
        // Tables and their import.
        /// A person column is declared without a maximum number of rows.
        NoRowsPerPerson = "no-rows-per-person",
        /// The types of some columns are undecided.
        TypesNeeded = "types-needed",
        /// It is not said which sign is before the decimals, and a number has a comma.
        DecimalSign = "decimal-sign",
        /// Ids repeat although the rows are declared to be different people.
        RepeatedIds = "repeated-ids",
        /// The adjacency is not valid.
        Adjacency = "adjacency",
        /// The population's name is not valid.
        PopulationName = "population-name",
        /// The name of the privacy unit is not valid.
        UnitName = "unit-name",
        /// There is a population of that name already.
        PopulationExists = "population-exists",
        /// There is no population of that name.
        NoSuchPopulation = "no-such-population",
        /// No population is stated.
        NoPopulation = "no-population",
        /// Two populations, or a population and a table, do not fit together.
        PopulationMismatch = "population-mismatch",
        /// A new population is stated without a cap.
        NoCap = "no-cap",
        /// The cap has this value already.
        CapUnchanged = "cap-unchanged",
        /// The table was imported before, into another population.
        KnownTable = "known-table",
        /// The link of a table is not valid: its address, its table or one of its columns.
        Link = "link",
        /// The numbers of the listing were not computed by a database.
        NotLinked = "not-linked",
        /// The driver of a database is missing, not trusted or does not work.
        Driver = "driver",
        /// A database with a linked table cannot be connected to, or refused a statement.
        Engine = "engine",
        /// A database with a linked table does not answer or is busy: waiting may be enough.
        EngineOffline = "engine-offline",
        /// The database of a linked table cannot compute the question exactly.
        EngineQuestion = "engine-question",
        /// The answer of a linked table's database is not one that the statement can have.
        EngineAnswer = "engine-answer",
        /// It is undecided whether the people of a new population are in another one already.
        NewPeople = "new-people",
        /// The dataset's table is no longer in the home.
        DatasetGone = "dataset-gone",
        /// An open listing has to be withdrawn first.
        ListingOpen = "listing-open",
        /// The dataset's name is not valid.
        DatasetName = "dataset-name",
        /// There is a dataset of that name already.
        DatasetExists = "dataset-exists",
        /// There is no dataset of that name.
        NoSuchDataset = "no-such-dataset",
        // Listings as their owner states them.
        /// The kind of attribute is unknown, or does not apply to this dataset.
        Kind = "kind",
        /// The kind does not take this option.
        OptionDoesNotBelong = "option-does-not-belong",
        /// The column is missing.
        NoColumn = "no-column",
        /// The bounds are missing.
        NoBounds = "no-bounds",
        /// Both bins and edges are given.
        BinsAndEdges = "bins-and-edges",
        /// The step is not valid.
        Step = "step",
        /// The value is missing.
        NoValue = "no-value",
        /// The file of numbers is missing.
        NoFile = "no-file",
        /// The distance to be protected is missing.
        NoProtect = "no-protect",
        /// The level is not valid.
        Epsilon = "epsilon",
        /// The list is not valid.
        BadList = "bad-list",
        /// The level of an answer is not one that is held.
        LevelNotHeld = "level-not-held",
        /// The bins of the other columns of a cross-tabulation are not there.
        NoCells = "no-cells",
        /// The tariff is not valid, or has no price for this level.
        Tariff = "tariff",
        /// The tariff ends below the ceiling.
        TariffTooShort = "tariff-too-short",
        /// The listing's tariff says this already.
        TariffUnchanged = "tariff-unchanged",
        /// The currency is not valid.
        Currency = "currency",
        /// The address for payments is neither an IBAN nor a payto address.
        PayTo = "pay-to",
        /// The ceiling is not a multiple of the grain.
        Grain = "grain",
        /// The top is below the ceiling.
        TopBelowCeiling = "top-below-ceiling",
        /// The ceiling is over the population's cap.
        CeilingOverCap = "ceiling-over-cap",
        /// The public number of rows is not declared as known elsewhere.
        RowsNotPublic = "rows-not-public",
        /// The noise path cannot be evaluated with this sensitivity.
        Sensitivity = "sensitivity",
        /// The document cannot be signed with this content.
        Document = "document",
        /// A text that others read is empty, too long, or has a character that is not seen.
        Text = "text",
        // Listings, orders, sales and holdings.
        /// Nothing has that id.
        NoSuchId = "no-such-id",
        /// The document was made by a newer version of the program.
        NewerVersion = "newer-version",
        /// The prefix of an id is too short.
        ShortId = "short-id",
        /// A payment is recorded of a sale that was not on credit.
        NotOnCredit = "not-on-credit",
        /// Not a day on which something was paid.
        PaymentDay = "payment-day",
        /// Not an amount that is owed.
        PaymentAmount = "payment-amount",
        /// The listing has no title.
        NoTitle = "no-title",
        /// Not an amount that listings may cost at most.
        MaxPrice = "max-price",
        /// No seller on the market has that name.
        NoSuchSeller = "no-such-seller",
        /// One listing is named twice among those to be compared.
        ListingTwice = "listing-twice",
        /// There is no payment of that number.
        NoSuchPayment = "no-such-payment",
        /// The file is not read as a bank statement.
        Statement = "statement",
        /// Not a choice of columns by which the files of a bank can be read.
        Bank = "bank",
        /// Not a name for a bank.
        BankName = "bank-name",
        /// Not the account of a bank's files: not an IBAN.
        BankAccount = "bank-account",
        /// Details of a party on an invoice are missing or wrong.
        InvoiceParty = "invoice-party",
        /// Not the country of a party to an invoice.
        InvoiceCountry = "invoice-country",
        /// Not a VAT identifier, or none where one is needed.
        InvoiceVatId = "invoice-vat-id",
        /// Not a VAT treatment that an invoice can state.
        InvoiceVat = "invoice-vat",
        /// Not the days or the beginning of the number of invoices.
        InvoiceTerms = "invoice-terms",
        /// The details shared by all invoices are not set.
        NoInvoicing = "no-invoicing",
        /// There can be no invoice of that sale.
        NoInvoice = "no-invoice",
        /// There is no invoice of that number.
        NoSuchInvoice = "no-such-invoice",
        /// The receipt stands on an invoice already.
        InvoiceIssued = "invoice-issued",
        /// The receipts cannot stand on one invoice.
        InvoiceReceipts = "invoice-receipts",
        /// The invoice cannot be taken back, or was before.
        InvoiceCredited = "invoice-credited",
        /// Not a reason to take an invoice back.
        InvoiceReason = "invoice-reason",
        /// Not the number of the next invoice, or it is not known.
        InvoiceNumber = "invoice-number",
        /// There is no bank of that name.
        NoSuchBank = "no-such-bank",
        /// The file is not read as a codebook or a table of listings, or what it has is none.
        Codebook = "codebook",
        /// Not a name for a codebook.
        CodebookName = "codebook-name",
        /// There is a codebook of that name already.
        CodebookExists = "codebook-exists",
        /// There is no codebook of that name.
        NoSuchCodebook = "no-such-codebook",
        /// Not a number by which a price is multiplied.
        Factor = "factor",
        /// There is no booking of that number.
        NoSuchBooking = "no-such-booking",
        /// The booking pays nothing that could be approved, or honoured, or paid back.
        PaysNothing = "pays-nothing",
        /// Several ids have that prefix.
        AmbiguousId = "ambiguous-id",
        /// The order names a listing that is not one of this home.
        NoSuchListing = "no-such-listing",
        /// The listing is withdrawn.
        Withdrawn = "withdrawn",
        /// The listing was replaced by a newer version.
        Replaced = "replaced",
        /// Another listing of the same question is open.
        QuestionOpen = "question-open",
        /// The same question gave different numbers before.
        QuestionDiffers = "question-differs",
        /// The listing belongs to a dataset, which is sealed as a whole.
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
        /// The held response is accurate enough already.
        AccurateAlready = "accurate-already",
        /// The highest level sold is less accurate than requested.
        TooAccurate = "too-accurate",
        /// The half-width is not valid.
        HalfWidth = "half-width",
        /// The response has no such quantity.
        NoSuchQuantity = "no-such-quantity",
        /// The level is over the listing's ceiling.
        OverCeiling = "over-ceiling",
        /// The increment is not a multiple of the grain.
        OffGrain = "off-grain",
        /// The level is over the one that the owner states it can deliver now.
        OverAvailable = "over-available",
        /// The population's loss would exceed its cap.
        OverCap = "over-cap",
        /// The population's loss would exceed the largest level.
        LossTooLarge = "loss-too-large",
        /// The order starts from a level other than the one held.
        WrongFrom = "wrong-from",
        /// The order has expired.
        OrderExpired = "order-expired",
        /// The order was cancelled by its buyer.
        OrderCancelled = "order-cancelled",
        /// The order was discarded by its owner.
        OrderDiscarded = "order-discarded",
        /// The key is not blocked.
        NotBlocked = "not-blocked",
        /// The order's price is no longer the listing's.
        StalePrice = "stale-price",
        /// The same order is waiting already.
        OrderedAlready = "ordered-already",
        /// The order's number of days is 0 or too large.
        OrderDays = "order-days",
        /// The settlement of a sale is missing: paid, on credit or free.
        SettlementUnsaid = "settlement-unsaid",
        /// The order was approved.
        ApprovedAlready = "approved-already",
        /// The order was declined.
        DeclinedAlready = "declined-already",
        /// The buyer's holding changed meanwhile.
        HoldingChanged = "holding-changed",
        /// The reason is missing.
        NoReason = "no-reason",
        /// A total would exceed the largest amount.
        TotalTooLarge = "total-too-large",
        /// A response does not fit into 64 bits.
        Overflow = "overflow",
        /// The noise cannot be evaluated at this level.
        Mechanism = "mechanism",
        /// The home holds no such response.
        NothingHeld = "nothing-held",
        /// The copy would not be more private than the held response.
        NotTighter = "not-tighter",
        /// The text is not an age recipient.
        Recipient = "recipient",
        /// The contact's key is not valid.
        ContactKey = "contact-key",
        /// The contact's name is not valid.
        ContactName = "contact-name",
        /// The key is a contact already.
        ContactKnown = "contact-known",
        /// Another contact has that name.
        ContactNameTaken = "contact-name-taken",
        /// The contact's note is not valid.
        ContactNote = "contact-note",
        /// A rule names the contact.
        ContactInRules = "contact-in-rules",
        /// There is no such contact.
        NoSuchContact = "no-such-contact",
        /// The key is this home's own.
        OwnKey = "own-key",
        /// The rule does not state whose orders it approves.
        RuleBuyer = "rule-buyer",
        /// The rule does not state its listings.
        RuleScope = "rule-scope",
        /// The rule's amount is not valid.
        RuleAmount = "rule-amount",
        /// The rule's currency is missing, or differs from its listings'.
        RuleCurrency = "rule-currency",
        /// The rule's payment reference is missing.
        RulePayment = "rule-payment",
        /// The rule's last day is not valid.
        RuleUntil = "rule-until",
        /// The rule's last day is over.
        RuleExpired = "rule-expired",
        /// The rule was removed.
        RuleRemoved = "rule-removed",
        /// The rule no longer fits the order.
        RuleChanged = "rule-changed",
        /// There is no such rule.
        NoSuchRule = "no-such-rule",
        // The market, its ledgers, and audits.
        /// The platform has no default folder for a market.
        NoMarket = "no-market",
        /// The market's folder does not exist.
        NoSuchMarket = "no-such-market",
        /// The market's address is not valid.
        MarketUrl = "market-url",
        /// The market cannot be reached.
        Market = "market",
        /// An object on the market cannot be read, or is not an ordinary file.
        MarketEntry = "market-entry",
        /// The market has no room: its disk is full, or its quota is used up.
        MarketFull = "market-full",
        /// The market's server cannot be reached, does not answer, or has a certificate that is not
        /// trusted.
        MarketOffline = "market-offline",
        /// The market's server denies access with this key.
        MarketDenied = "market-denied",
        /// The clocks of this machine and of the market's server differ too much.
        MarketClock = "market-clock",
        /// The file is not a `.market` file.
        MarketFile = "market-file",
        /// The file was not saved for sending by mail, or is damaged.
        MailFile = "mail-file",
        /// The file for sending by mail ends early.
        MailCut = "mail-cut",
        /// An object in the file does not verify, or does not fit this home.
        MailNotVerified = "mail-not-verified",
        /// The file is for another home.
        MailForOther = "mail-for-other",
        /// The file was received before.
        MailTwice = "mail-twice",
        /// The home does not have the object that is to be saved.
        MailNotHere = "mail-not-here",
        /// Signed objects have not reached the market yet.
        OutboxWaiting = "outbox-waiting",
        /// The market has more entries of this home's ledger than the home.
        BehindMarket = "behind-market",
        /// A version of this home's ledger that others have seen contradicts it.
        TwoHistories = "two-histories",
        /// This machine has seen more entries of this home's ledger than the home has.
        BehindMark = "behind-mark",
        /// A buyer has seen more entries of this home's ledger than the home has.
        BehindOrder = "behind-order",
        /// The market has own copies of later entries than the home has.
        BehindOwn = "behind-own",
        /// The home has no valid mark, and its owner has not confirmed that it is the newest copy.
        UnconfirmedHome = "unconfirmed-home",
        /// The code is of a later entry than the home has.
        CodeAhead = "code-ahead",
        /// The code is not one of this home's ledger.
        CodeDiffers = "code-differs",
        /// A file has no checkpoint that this home signed.
        EvidenceFile = "evidence-file",
        /// The code is malformed.
        LogCode = "log-code",
        /// The home has no mark, and its published ledger cannot be read.
        NoOwnLog = "no-own-log",
        /// The home has stopped selling.
        SellsNoMore = "sells-no-more",
        /// The home can still sell, so its losses are not moved to another home.
        SellsStill = "sells-still",
        /// The market lacks entries that the home needs to catch up.
        OwnCopies = "own-copies",
        /// The published ledger is damaged, so the home cannot catch up.
        OwnLogDamaged = "own-log-damaged",
        /// The home's mark cannot be written.
        MarkUnwritable = "mark-unwritable",
        /// The home's mark is not valid, or cannot be read.
        MarkDamaged = "mark-damaged",
        /// Copies may have been made after the backup, so no new copy is made.
        CopiesEnded = "copies-ended",
        /// The file is not a losses file, or not one of this population.
        LossesFile = "losses-file",
        /// A sale cannot be delivered again.
        DeliveryLost = "delivery-lost",
        /// Orders to an owner are blocked while an alarm about it is open.
        AlarmOpen = "alarm-open",
        /// There is no such alarm.
        NoSuchAlarm = "no-such-alarm",
        /// The alarm is not about the document in whose favour it is to be dismissed.
        NotInAlarm = "not-in-alarm",
        /// The alarm was dismissed in favour of the other document before.
        DismissedAlready = "dismissed-already",
        /// There is nothing to audit.
        NoFiles = "no-files",
        /// There is no published ledger.
        NoPublishedLog = "no-published-log",
        /// The owner's key is not valid.
        Kid = "kid",
        /// There is no report to save.
        NoReport = "no-report",
        /// The name of the report's file has neither of the two extensions.
        ReportFormat = "report-format",
        /// The file is not an opening, or is for another auditor.
        OpeningRefused = "opening-refused",
        /// No file contains the listing of the opening.
        UnknownListing = "unknown-listing",
        /// The noise was made with another word layout.
        PathLayout = "path-layout",
        /// The sample market cannot have this folder.
        SampleFolder = "sample-folder",
        /// The open home is not of the sample market.
        NotASample = "not-a-sample",
        // Used by the command line only.
        /// The command line is not valid.
        Usage = "usage",
        /// The opening has to be confirmed.
        Confirm = "confirm",
        /// There is no terminal for a required confirmation.
        ConfirmationNeeded = "confirmation-needed",
        /// The confirmation was refused.
        NotConfirmed = "not-confirmed",
        /// The output cannot be written.
        Output = "output",
        /// Standard output is reserved for JSON.
        ExportToStdout = "export-to-stdout",
        /// A binary file is not written to a terminal.
        ExportToTerminal = "export-to-terminal",
        /// The demo has no folder.
        DemoFolder = "demo-folder",
        /// The number of coordinates is not valid.
        Count = "count",
        /// The seed is not valid.
        Seed = "seed",
        /// The noise cannot be given in this form.
        Noise = "noise",
        /// The top is below a level.
        TopBelowLevel = "top-below-level",
    }
}

impl ErrorCode {
    /// Returns whether a market failed, and not the program that uses it.
    #[must_use]
    pub const fn is_of_market(self) -> bool {
        self.is_offline()
            || matches!(
                self,
                Self::MarketEntry | Self::MarketFull | Self::MarketDenied | Self::MarketClock
            )
    }

    /// Returns whether the market cannot be reached, so that waiting may be enough.
    #[must_use]
    pub const fn is_offline(self) -> bool {
        matches!(self, Self::Market | Self::MarketOffline)
    }
}
