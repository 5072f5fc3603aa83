// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IERC20Errors } from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import { IAccountRegistryManager } from "../../src/interfaces/IAccountRegistryManager.sol";
import { IEntryRegistryManager } from "../../src/interfaces/IEntryRegistryManager.sol";
import { IEscrowLegManager } from "../../src/interfaces/delivery/IEscrowLegManager.sol";
import { IPlatformManager } from "../../src/interfaces/IPlatformManager.sol";
import { IPrivilegeManager } from "../../src/interfaces/IPrivilegeManager.sol";
import { IRegistration } from "../../src/interfaces/IRegistration.sol";
import { EntryType } from "../../src/types/Entry.sol";
import { LedgerFixture } from "./LedgerFixture.sol";

/// @title The model: what everybody should hold and may do, computed from the calls alone, in the plainest
/// way. Nothing here reads the ledger.
/// @dev A rule that finds a call wrong reverts with the error that the ledger must answer; what it has written by then
/// is gone with it.
abstract contract LedgerModel is LedgerFixture {
    struct Holding {
        uint256 balance;
        uint256 earmarked;
        uint256 marked;
    }

    /// @dev `holder`: 1 + the delivery that holds it; 0 where it is free.
    struct Note {
        address owner;
        EntryType entryType;
        uint256 holder;
    }

    mapping(uint256 registry => mapping(address owner => mapping(uint64 number => Holding))) public holdings;
    mapping(uint256 registry => uint256) public issued;
    mapping(uint256 registry => uint256) public terminated;
    mapping(uint256 registry => bool) public suspended;
    /// @dev What everybody held when the registry was suspended.
    mapping(uint256 registry => bytes32) public heldAtSuspension;
    mapping(uint256 registry => mapping(address owner => bool)) internal mayTransfer;
    mapping(uint256 registry => mapping(address owner => mapping(address spender => uint256))) internal
        allowances;
    mapping(bytes32 fingerprint => Note) public notes;
    bytes32[] public prints;
    uint256 public numLivingNotes;
    mapping(address owner => uint256) public euros;
    mapping(uint256 deed => address) public deedOwners;

    mapping(address manager => mapping(address holder => bool)) internal hasLost;
    mapping(address tenant => bool) internal blacklisted;
    mapping(address tenant => bool) internal unlisted;

    bool private isSettling;

    error Refused(bytes4 why, bool whileSettling);

    function setUp() public virtual override {
        super.setUp();
        for (uint256 i; i < 3; ++i) {
            address owner = investors[i];
            holdings[BOND][owner][1].balance = 1_000;
            holdings[CLUB][owner][1].balance = 1_000;
            holdings[SHARES][owner][1].balance = 1_000;
            euros[owner] = 10_000;
            deedOwners[i + 1] = owner;
            bytes32[] memory first = _firstNotes(i);
            addNote(first[0], owner);
            addNote(first[1], owner);
        }
        for (uint256 r; r < REGISTRIES; ++r) {
            (mayTransfer[r][alpen], mayTransfer[r][baltic]) = (true, true);
        }
        (issued[BOND], issued[CLUB], issued[SHARES]) = (3_000, 3_000, 3_000);
    }

    function refuse(bytes4 why) internal view {
        revert Refused(why, isSettling);
    }

    function demand(bool isRight, bytes4 otherwise) internal view {
        if (!isRight) refuse(otherwise);
    }

    /// @dev From here on a leg's refusal is one of a settlement.
    function beginSettling() internal {
        isSettling = true;
    }

    function endSettling() internal {
        isSettling = false;
    }

    function demandRegistered(uint256 r) internal view {
        demand(!suspended[r], IRegistration.RegistryNotRegistered.selector);
    }

    function demandHeld(address manager, address holder) internal view {
        demand(!hasLost[manager][holder], IPrivilegeManager.PrivilegeNotHeld.selector);
    }

    function demandActive(address tenant) internal view {
        demand(!blacklisted[tenant], IPlatformManager.TenantBlacklisted.selector);
    }

    function demandListed(uint256 r, address holder) internal view {
        demand(r != CLUB || !unlisted[holder], IRegistration.InstrumentHolderNotWhitelisted.selector);
    }

    function demandRegistrar(uint256 r, address by) internal view {
        demandRegistered(r);
        demandRegistrarOf(r, by);
    }

    function demandRegistrarOf(uint256 r, address by) internal view {
        demand(by == registrars[r], IRegistration.RegistryRegistrarRequired.selector);
        demandHeld(managers[r], by);
    }

    /// @dev Who receives without a delivery.
    function demandReceiver(uint256 r, address to) internal view {
        demandActive(to);
        demandHeld(managers[r], to);
        demandListed(r, to);
    }

    function free(uint256 r, address owner, uint64 number) internal view returns (uint256) {
        return holdings[r][owner][number].balance - holdings[r][owner][number].earmarked;
    }

    function demandFree(uint256 r, address owner, uint64 number, uint256 quantity) internal view {
        demand(quantity > 0, IAccountRegistryManager.QuantityInvalid.selector);
        bool isFree = quantity <= free(r, owner, number);
        demand(isFree, IAccountRegistryManager.QuantityNotAvailable.selector);
    }

    function moveFree(
        uint256 r,
        address from,
        uint64 fromNumber,
        address to,
        uint64 toNumber,
        uint256 quantity
    ) internal {
        demandFree(r, from, fromNumber, quantity);
        holdings[r][from][fromNumber].balance -= quantity;
        holdings[r][to][toNumber].balance += quantity;
    }

    function demandNote(bytes32 print, address owner, EntryType entryType) internal view {
        Note storage note = notes[print];
        demand(note.owner == owner, IEntryRegistryManager.EntryNotOwned.selector);
        demand(note.holder == 0, IEntryRegistryManager.EntryEarmarked.selector);
        demand(note.entryType == entryType, IEntryRegistryManager.EntryOfOtherType.selector);
    }

    function addNote(bytes32 print, address owner) internal {
        notes[print] = Note(owner, EntryType.ISSUED, 0);
        prints.push(print);
        ++numLivingNotes;
    }

    function endNote(bytes32 print) internal {
        (notes[print].entryType, notes[print].holder) = (EntryType.TERMINATED, 0);
        --numLivingNotes;
    }

    function moveEuros(address from, address to, uint256 quantity) internal {
        demand(euros[from] >= quantity, IERC20Errors.ERC20InsufficientBalance.selector);
        euros[from] -= quantity;
        euros[to] += quantity;
    }

    function moveDeed(uint256 deed, address from, address to) internal {
        demand(deedOwners[deed] == from, IEscrowLegManager.LegTokenMovedOtherwise.selector);
        deedOwners[deed] = to;
    }

    /// @dev What everybody holds in a registry, as one word.
    function heldIn(uint256 r) internal view returns (bytes32 word) {
        for (uint256 i; r != NOTE && i < 6; ++i) {
            word = keccak256(abi.encode(word, holdings[r][investors[i % 3]][uint64(1 + i / 3)].balance));
        }
        for (uint256 i; r == NOTE && i < prints.length; ++i) {
            bool isLiving = notes[prints[i]].entryType != EntryType.TERMINATED;
            word = keccak256(abi.encode(word, notes[prints[i]].owner, isLiving));
        }
    }
}
